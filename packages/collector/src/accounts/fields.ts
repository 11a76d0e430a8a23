import { MAX_EMAIL_LENGTH, PROJECT_CURRENCIES } from '@cvq/contract';
import { Refused } from './refused.ts';
import { UNREADABLE } from './unreadable.ts';

/** The longest name, in characters. */
const MAX_NAME = 300;

const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A name that people can read in a list, without blanks around it.
 * @throws Refused
 */
export function parseName(text: string): string {
  return parseLine('name', text, MAX_NAME);
}

/**
 * A line that people can read, without blanks around it. `most`: how many characters it may have.
 * @throws Refused
 */
export function parseLine(field: 'name' | 'text', given: string, most: number): string {
  const line = given.trim();
  const isShort = [...line].length <= most;
  if (isShort && VISIBLE.test(line) && !UNREADABLE.test(given) && given.isWellFormed()) return line;
  throw new Refused('bad_value', {
    field,
    problem: `Invalid ${field}.`,
    fix: `A ${field} has 1 to ${most} characters, some of them visible, without line breaks, control characters and marks of direction.`,
  });
}

/**
 * An e-mail address, in lower case.
 * @throws Refused
 */
export function parseEmail(text: string): string {
  const address = text.trim().toLowerCase();
  const hasForm = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address) && address.isWellFormed();
  if (hasForm && address.length <= MAX_EMAIL_LENGTH) return address;
  throw new Refused('bad_value', {
    field: 'email',
    problem: `Invalid e-mail address: ${text}.`,
    fix: 'Use an address such as ann@example.com.',
  });
}

/**
 * The ISO 4217 code, in capitals, of a currency that people pay with: none of `XXX`, `XTS` or `XAU`.
 * @throws Refused
 */
export function parseCurrency(text: string): string {
  const code = text.toUpperCase();
  if (PROJECT_CURRENCIES.has(code)) return code;
  throw new Refused('bad_value', {
    field: 'currency',
    problem: `Unknown currency: ${text}.`,
    fix: 'Use the ISO 4217 code of money that people pay with, such as EUR.',
  });
}

/**
 * The name of a time zone. An offset such as +05:30 is refused: it knows no change of clocks, and zones that are half an
 * hour off have names as well.
 * @throws Refused
 */
export function parseTimezone(text: string): string {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // Node.js gives the older name of some zones; only the case of the letters is taken from it.
    if (!/^[+-]/.test(text)) return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    // Refused below.
  }
  throw new Refused('bad_value', {
    field: 'timezone',
    problem: `Unknown time zone: ${text}.`,
    fix: 'Use an IANA name such as Europe/Berlin or Asia/Kolkata.',
  });
}

/**
 * Names of parameters of addresses, each once.
 * @throws Refused naming the first that is invalid
 */
export function parseParameterNames(names: readonly string[]): string[] {
  const wrong = names.findIndex((name) => !/^[^\s=&?#/;%]{1,64}$/.test(name));
  if (wrong === -1) return [...new Set(names)];
  throw new Refused('bad_value', {
    field: 'redacted_names',
    entry: wrong + 1,
    problem: `Invalid name of a parameter: ${names[wrong]}.`,
    fix: 'Use names such as customer_no or iban, of 1 to 64 characters.',
  });
}

/**
 * One of a closed set of words.
 * @throws Refused with all of them
 */
export function parseChoice<Word extends string>(field: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new Refused('bad_value', {
    field,
    problem: `Unknown ${field}: ${text}.`,
    fix: `Use one of ${words.join(', ')}.`,
  });
}
