import { printable } from './printable.ts';
import { terminal } from './terminal.ts';

/** What a command says: one JSON value with `--json` and nothing else, else lines for a person. */
export function print(
  value: unknown,
  { json, lines }: { json: boolean | undefined; lines: readonly string[] },
): void {
  const said = json ? JSON.stringify(value) : lines.map(printable).join('\n');
  terminal().stdout.write(`${said}\n`);
}
