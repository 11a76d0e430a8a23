import type { Command, Option } from 'commander';

/**
 * Refuse the second value of an option that has one: the last would win without a word. An option that gathers values
 * has a list as its default, and a flag that is given twice says the same twice.
 */
export function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options.filter(hasOneValue)) {
    let isGiven = false;
    command.on(`option:${option.name()}`, () => {
      if (isGiven) command.error(complaint(option));
      isGiven = true;
    });
  }
  for (const inner of command.commands) refuseRepeatedOptions(inner);
}

function hasOneValue(option: Option): boolean {
  return !option.isBoolean() && !Array.isArray(option.defaultValue);
}

function complaint({ flags, long }: Option): string {
  const fix = flags.endsWith('<list>') ? 'Give one list, with commas between its parts.' : 'Give it once.';
  return `${long}: Given more than once. ${fix}`;
}
