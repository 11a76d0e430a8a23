import { terminal } from './terminal.ts';
/** What a command says: one JSON value with `--json` and nothing else, else lines for a person. */
export function print(
  value: unknown,
  { json, lines }: { json: boolean | undefined; lines: readonly string[] },
): void {
  terminal().stdout.write(json ? `${JSON.stringify(value)}\n` : `${lines.join('\n')}\n`);
}
