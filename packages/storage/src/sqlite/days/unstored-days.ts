import { DAY_MS } from '@cvq/contract/constants';
import { archiveOf } from '../archive/archive-of.ts';
import type { ArchivedEvents } from '../archive/archived-events.ts';
import { KIND } from '../archive/archived-tables.ts';
import { IS_WIDE, WIDE_MS } from '../archive/blocks.ts';
import type { Connection, Statement } from '../open-database.ts';

type Period = { readonly from: number; readonly to: number };
/** When its first and its last event happened. */
type Block = readonly [firstAt: number, lastAt: number];

/** The first instant from another on, each by an index alone: put together in one statement they take three times as long. */
const NEXT_ROW = 'SELECT min(ms) FROM events WHERE project = :project AND ms >= :from';
const NEXT_CORRECTED = `
  SELECT min(at) FROM events INDEXED BY events_with_corrected_time
  WHERE project = :project AND at >= :from AND at <> ms`;

const BLOCKS = `
  FROM blocks INDEXED BY blocks_by_time
  WHERE kind = ${KIND.events} AND project = :project AND last_at >= :from AND NOT (${IS_WIDE})`;
/** No block that begins before the end of another can end much later than that. */
const NEXT_IN_BLOCK = `
  SELECT min(max(first_at, :from)) ${BLOCKS}
    AND last_at < (SELECT last_at ${BLOCKS} ORDER BY last_at LIMIT 1) + ${WIDE_MS}`;

/** So many at most are read at once, and looked through for each part: a project of few events has a block for each of its days. */
const FEW_BLOCKS = 64;
const FIRST_BLOCKS = `SELECT first_at, last_at ${BLOCKS} ORDER BY last_at LIMIT ${FEW_BLOCKS}`;

/** Finds the days on which a project may have events. */
export class UnstoredDays {
  readonly #nextOfRows;
  readonly #nextInBlock;
  readonly #firstBlocks;
  readonly #archived: ArchivedEvents;

  constructor(db: Connection) {
    this.#archived = archiveOf(db).events;
    this.#nextOfRows = [NEXT_ROW, NEXT_CORRECTED].map((sql) => db.prepare(sql).pluck());
    this.#nextInBlock = db.prepare(NEXT_IN_BLOCK).pluck();
    this.#firstBlocks = db.prepare(FIRST_BLOCKS).raw();
  }

  /**
   * Tells of parts of a period, to be asked for in the order of time and in one transaction: the beginnings of the days
   * that lie in a part, the first and the last in part. @throws BlockBroken
   */
  within(project: number, { from, to }: Period): (part: Period) => Iterable<number> {
    const nextFrom = [
      ...this.#nextOfRows.map((next) => firstFrom(next, project)),
      this.#firstInBlocks(project),
    ];
    const ofWide = from < to ? this.#archived.daysOfWideBlocks(project, { from, until: to }) : [];
    return function* between(part) {
      for (let at = part.from; at < part.to; ) {
        const inWide = ofWide.find((start) => start + DAY_MS > at) ?? part.to;
        const first = nextFrom.reduce((least, next) => Math.min(least, next(at)), inWide);
        if (first >= part.to) return;
        const start = first - (first % DAY_MS);
        yield start;
        at = start + DAY_MS;
      }
    };
  }

  /** The first instant from another on that a block tells of; Infinity where there is none. */
  #firstInBlocks(project: number): (from: number) => number {
    const next = firstFrom(this.#nextInBlock, project);
    let blocks: readonly Block[] | null = null;
    return (from) => {
      blocks ??= this.#firstBlocks.all({ project, from }) as Block[];
      if (blocks.length === FEW_BLOCKS) return next(from);
      let first = Number.POSITIVE_INFINITY;
      for (const [firstAt, lastAt] of blocks)
        if (lastAt >= from) first = Math.min(first, Math.max(firstAt, from));
      return first;
    };
  }
}

/** The first of some instants from another on; Infinity where there is none. What was found once is looked for no more. */
function firstFrom(next: Statement, project: number): (from: number) => number {
  let known = Number.NEGATIVE_INFINITY;
  return (from) => {
    if (from > known) known = (next.get({ project, from }) as number | null) ?? Number.POSITIVE_INFINITY;
    return known;
  };
}
