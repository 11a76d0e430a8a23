import type { BotCategory } from '../../../event-record.ts';
import type { BotFilter, KnownBot } from '../../../reports.ts';
import type { Connection } from '../../open-database.ts';

const CLASSIFICATION = `
  SELECT
    (SELECT value FROM strings WHERE id = category) AS category, (SELECT value FROM strings WHERE id = name) AS name,
    reasons
  FROM bot_verdicts WHERE id = ?`;

/** Who runs no JavaScript and is known by nothing else has that for a name. */
const NAMELESS: KnownBot = { category: 'other', name: 'No JavaScript', reasons: ['no_javascript'] };

type Row = { readonly category: BotCategory; readonly name: string; readonly reasons: string };

/** The bots of classifications. Classifications that differ in their score alone are of one bot. */
export class KnownBots {
  readonly #read;
  readonly #only: BotFilter;
  readonly #numbers = new Map<number, number>();
  readonly #byKey = new Map<string, number>();
  /** By their numbers. */
  readonly bots: KnownBot[] = [];

  constructor(db: Connection, only: BotFilter) {
    this.#read = db.prepare(CLASSIFICATION);
    this.#only = only;
  }

  /** The number of the bot of a classification, from 0; -1 for one that is not meant. */
  numberOf(classification: number): number {
    const known = this.#numbers.get(classification) ?? this.#find(classification);
    this.#numbers.set(classification, known);
    return known;
  }

  #find(classification: number): number {
    const row = this.#read.get(classification) as Row | undefined;
    const bot = row === undefined ? NAMELESS : { ...row, reasons: JSON.parse(row.reasons) as string[] };
    if (!isMeant(bot, this.#only)) return -1;
    const key = JSON.stringify([bot.category, bot.name, bot.reasons]);
    const number = this.#byKey.get(key) ?? this.bots.push(bot) - 1;
    this.#byKey.set(key, number);
    return number;
  }
}

function isMeant(bot: KnownBot, { category, name, reason }: BotFilter): boolean {
  if (category !== undefined && bot.category !== category) return false;
  if (name !== undefined && bot.name !== name) return false;
  return reason === undefined || bot.reasons.includes(reason);
}
