import type { Command } from 'commander';
import { printableBrief } from './printable.ts';

type Explain = (found: readonly string[], help: string) => string;

/** What the parser of options says, and the same in the form of every other refusal: what it is about, what is wrong, a fix. */
const FORMS: readonly (readonly [RegExp, Explain])[] = [
  [
    /^unknown (option|command) '(.*?)'(?: \(Did you mean (.*)\?\))?$/,
    ([, kind = '', name, similar], help) =>
      kind === 'option'
        ? `${name}: Unknown option. ${suggestion(similar, help)}`
        : `Unknown command: ${name}. ${suggestion(similar, help)}`,
  ],
  [/^missing required argument '(.*)'$/, ([, name], help) => `<${name}>: Missing argument. ${help}`],
  [
    /^required option '(.*)' not specified$/,
    ([, flags = '']) => `${nameIn(flags)}: Missing option. Give ${flags}.`,
  ],
  [/^option '(.*)' argument missing$/, ([, flags = '']) => `${nameIn(flags)}: Missing value. Give ${flags}.`],
  [
    /^option '(.*?)' argument '(.*)' is invalid\. (.*)$/,
    ([, flags = '', value, why = '']) => `${nameIn(flags)}: Invalid value: ${value}. ${fixIn(why)}`,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/,
    ([, value, name, why = '']) => `<${name}>: Invalid value: ${value}. ${fixIn(why)}`,
  ],
  [
    /^option '(.*?)' cannot be used with option '(.*)'$/,
    ([, flags = '', other = '']) =>
      `${nameIn(flags)}: Cannot be used with ${nameIn(other)}. Give one of the two.`,
  ],
  [
    /^too many arguments.* but got \d+: (.*)\.$/,
    ([, given], help) => `Too many arguments: ${given}. ${help}`,
  ],
];

/** A complaint of the parser about a command line, in one line. */
export function explainParserError(text: string, command: Command): string {
  return printableBrief(inOurForm(text, command));
}

function inOurForm(text: string, command: Command): string {
  const said = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^error: /, '');
  const help = `See ${pathOf(command)} --help.`;
  for (const [form, explain] of FORMS) {
    const found = form.exec(said);
    if (found !== null) return explain(found, help);
  }
  return said;
}

function suggestion(similar: string | undefined, help: string): string {
  return similar === undefined ? help : `Did you mean ${similar}?`;
}

/** `--expires` of `--expires <days>`. */
function nameIn(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

function fixIn(why: string): string {
  return why.replace(/^Allowed choices are /, 'Use one of ');
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
