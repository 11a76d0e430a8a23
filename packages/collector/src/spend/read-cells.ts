import { CURRENCIES, DAY_MS, HOUR_MS } from '@cvq/contract';
import { UNREADABLE } from '../accounts/unreadable.ts';
import { microsOf } from '../micros-of.ts';
import { readWholeNumber } from '../read-whole-number.ts';
import type { FoundFaults } from './found-faults.ts';
import type { TableLine } from './read-table.ts';

const FIRST_DAY = '2000-01-01';
/** It is tomorrow somewhere for so long before it is here. */
const AHEAD_MS = 14 * HOUR_MS;
const MAX_TEXT = 300;
const MAX_COUNT = 1_000_000_000_000;
const SHOWN = 60;

/** A cell that cannot be read. `problem` follows what stands in the cell. */
class BadCell extends Error {
  readonly fix: string;
  constructor(problem: string, fix: string) {
    super(problem);
    this.fix = fix;
  }
}

/** Reads the cells of one line. Each bad cell is a fault, and then nothing of the line is used. */
export class LineCells<Column extends string> {
  readonly #line: TableLine<Column>;
  readonly #faults: FoundFaults;
  #isBad = false;

  constructor(line: TableLine<Column>, faults: FoundFaults) {
    this.#line = line;
    this.#faults = faults;
  }

  get isBad(): boolean {
    return this.#isBad;
  }

  /** What `parse` makes of a cell; of a bad one it is of no use. */
  read<Value>(column: Column, parse: (text: string) => Value): Value {
    const text = this.#line.cells[column];
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof BadCell)) throw error;
      this.refuse(column, text === '' ? 'The cell is empty.' : `${shown(text)} ${error.message}`, error.fix);
      return undefined as Value;
    }
  }

  refuse(column: Column | null, problem: string, fix: string): void {
    this.#isBad = true;
    this.#faults.add({ line: this.#line.line, column, problem, fix });
  }
}

/** A day of a calendar that has begun somewhere. `now`: epoch milliseconds. */
export function dateCell(now: number): (text: string) => string {
  const last = new Date(now + AHEAD_MS).toISOString().slice(0, 10);
  return (text) => {
    if (!isDate(text)) throw new BadCell('is no date.', 'Write it as 2026-11-23.');
    if (text < FIRST_DAY) throw new BadCell('is too long ago.', `Give a day from ${FIRST_DAY} on.`);
    if (text > last) throw new BadCell('has not begun.', `Give a day up to ${last}.`);
    return text;
  };
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return at % DAY_MS === 0 && new Date(at).toISOString().startsWith(text);
}

/** A platform in a word, such as `tiktok_ads`. */
export function platformCell(text: string): string {
  if (/^[a-z][a-z0-9_]{1,49}$/.test(text)) return text;
  throw new BadCell(
    'is no name of a platform.',
    'Write 2 to 50 small letters, digits and underscores, of which the first is a letter, such as google_ads or tiktok_ads.',
  );
}

/** An id as a platform writes it. A spreadsheet may have made a number of it, and rounded that. */
export function idCell(text: string): string {
  if (/^\d[.,]?\d*E\+?\d+$/i.test(text))
    throw new BadCell(
      'is a number that a spreadsheet has rounded.',
      'Export the file again with this column as text, so that all digits are there.',
    );
  return textCell(text);
}

/** A name that people can read in a list. */
export function textCell(text: string): string {
  if (text.includes('\ufffd'))
    throw new BadCell('has characters that are not UTF-8.', 'Save the file as "CSV UTF-8".');
  const isFine = text !== '' && [...text].length <= MAX_TEXT && !UNREADABLE.test(text) && text.isWellFormed();
  if (isFine && text.trim() === text) return text;
  throw new BadCell(
    'cannot be read in a list.',
    `Write 1 to ${MAX_TEXT} characters without line breaks and control characters, and without blanks around them.`,
  );
}

/** An amount in units of its currency, as millionths of one. */
export function amountCell(text: string): bigint {
  const micros = microsOf(text);
  if (micros !== null) return micros;
  throw new BadCell(
    'is no amount.',
    'Write at most twelve digits, with a point before at most six decimals: 1234.56. No sign, no currency, no commas.',
  );
}

/** How often something happened. */
export function countCell(text: string): number {
  const count = readWholeNumber(text, 0, MAX_COUNT);
  if (count !== null) return count;
  throw new BadCell(
    'is no number of times.',
    `Write a whole number up to ${MAX_COUNT}, such as 1200; 0 where there was nothing.`,
  );
}

/** An ISO 4217 code. */
export function currencyCell(text: string): string {
  if (CURRENCIES.has(text)) return text;
  throw new BadCell('is no currency.', 'Write an ISO 4217 code in capitals, such as EUR.');
}

/** How much of the second currency one unit of the first was worth. */
export function rateCell(text: string): number {
  const rate = /^\d{1,9}(\.\d{1,12})?$/.test(text) ? Number(text) : 0;
  if (rate > 0) return rate;
  throw new BadCell(
    'is no rate.',
    'Write how much of the second currency one unit of the first was worth, above 0: at most nine digits, with a point before at most twelve decimals, such as 0.9231.',
  );
}

const shown = (text: string) => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
