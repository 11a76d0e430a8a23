import { CommandFailed } from './command-failed.ts';

/**
 * Refuse options that choose among many where an id names one: they would change nothing, without a word.
 * @throws CommandFailed naming the first of them
 */
export function refuseBesideId(id: string, options: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(options).find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new CommandFailed(
    `--${given}: ${id} already names one delivery. Leave out the delivery or the option.`,
  );
}
