import { printable } from './printable.ts';
import { terminal } from './terminal.ts';

type Said = {
  readonly json: boolean | undefined;
  readonly lines: readonly string[];
  /** Of what is shown once: what has been done, and what to do where it cannot be written. */
  readonly ifLost?: string;
};

/** What a command says at its end: one JSON value with `--json` and nothing else, else lines for a person. */
export function print(value: unknown, { json, lines, ifLost }: Said): void {
  const said = json ? JSON.stringify(value) : lines.map(printable).join('\n');
  const at = terminal();
  at.printing = { ifLost: ifLost ?? DONE, isShownOnce: ifLost !== undefined };
  at.stdout.write(`${said}\n`);
  if (at.dropsOutput && ifLost !== undefined)
    at.stderr.write(`cvq: Standard output is closed or /dev/null. ${ifLost}\n`);
}

const DONE = 'If the command was to change something, that is done.';
