import { LRUCache } from 'lru-cache';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { ENDS_OF_EVENTS } from './ends-of-events.ts';
import { EVENTS, type EventColumns, type SegmentRow } from './event-columns.ts';
import {
  type PropertyColumn,
  type PropertyColumns,
  toPropertyColumns,
  unpackProperties,
} from './property-columns.ts';
import { KIND, type SegmentRange, type SegmentSizes } from './segment-range.ts';
import { SESSIONS, type SessionColumns, type SessionRow } from './session-columns.ts';

type SegmentOptions = { readonly sizes: SegmentSizes; readonly interruption: Interruption };

/** Columns of a range. `stored` is the row that they came from; null where they were made from the events' rows. */
export type Segment<Columns> = SegmentRange & { readonly stored: number | null; readonly columns: Columns };
type Period = { readonly from: number; readonly to: number };
/** A part of a range: a stored segment, or a gap between such. */
type Piece = SegmentRange & { readonly stored: number | null };

/** Decoded segments that are kept in memory, in bytes. */
const CACHED_BYTES = 48_000_000;

const STORED = `
  SELECT id AS stored, part AS "from", until FROM sealed
  WHERE kind = :kind AND project = :project AND part < :until AND columns IS NOT NULL ORDER BY part`;

const BOUNDS = `
  SELECT min(low) AS "from", max(high) + 1 AS until FROM (${ENDS_OF_EVENTS})`;

/** The events and sessions of projects as columns, as they are in the transaction that the caller has begun. */
export class Segments {
  readonly #rows: RowSegments;
  readonly #db: Connection;
  readonly #interruption: Interruption;
  readonly #stored;
  readonly #bounds;
  readonly #maxSession;
  readonly #columns;
  readonly #properties;
  readonly #cache = new LRUCache<string, object>({ maxSize: CACHED_BYTES });
  readonly #propertyColumns = new WeakMap<EventColumns, PropertyColumns>();

  constructor(db: Connection, { sizes, interruption }: SegmentOptions) {
    this.#db = db;
    this.#interruption = interruption;
    this.#rows = new RowSegments(db, { sizes, interruption });
    this.#stored = db.prepare(STORED);
    this.#bounds = db.prepare(BOUNDS);
    this.#maxSession = db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck();
    this.#columns = db.prepare('SELECT columns FROM sealed WHERE id = ?').pluck();
    this.#properties = db.prepare('SELECT properties FROM sealed WHERE id = ?').pluck();
  }

  /** In the order of time, all that can hold an event of the period. */
  events(project: number, { from, to }: Period): Segment<EventColumns>[] {
    const overlaps = (range: SegmentRange) => range.from < to && range.until > from;
    // The gaps are those of the whole history, so that a gap is the same for every period that it touches.
    const bounds = this.#bounds.get({ project }) as { from: number | null; until: number };
    if (bounds.from === null) return [];
    const whole = { kind: KIND.events, project, from: bounds.from, until: bounds.until };
    return this.#piecesOf(whole)
      .filter(overlaps)
      .flatMap((piece) =>
        piece.stored === null
          ? this.#cachedGap(piece, (gap) => this.#rows.events(gap))
          : this.#cachedSegment(piece, (packed) => EVENTS.unpack(packed)),
      )
      .filter(overlaps);
  }

  /** In the order of ids, all that the project has. */
  sessions(project: number): Segment<SessionColumns>[] {
    const until = (this.#maxSession.get() as number) + 1;
    return this.#piecesOf({ kind: KIND.sessions, project, from: 0, until }).flatMap((piece) =>
      piece.stored === null
        ? this.#cachedGap(piece, (gap) => this.#rows.sessions(gap))
        : this.#cachedSegment(piece, (packed) => SESSIONS.unpack(packed)),
    );
  }

  property(segment: Segment<EventColumns>, name: string): PropertyColumn | undefined {
    let columns = this.#propertyColumns.get(segment.columns);
    if (columns === undefined) {
      const { stored } = segment;
      columns =
        stored === null
          ? this.#rows.properties(segment)
          : unpackProperties(this.#properties.get(stored) as Uint8Array);
      this.#propertyColumns.set(segment.columns, columns);
    }
    return columns.get(name);
  }

  /** Stored segments and, between them, what is not compacted. */
  #piecesOf(whole: SegmentRange): Piece[] {
    const pieces: Piece[] = [];
    let at = whole.from;
    for (const next of this.#stored.all(whole) as Piece[]) {
      if (next.until <= whole.from) continue;
      if (next.from > at) pieces.push({ ...whole, from: at, until: next.from, stored: null });
      pieces.push({ ...whole, from: next.from, until: next.until, stored: next.stored });
      at = next.until;
    }
    if (at < whole.until) pieces.push({ ...whole, from: at, stored: null });
    return pieces;
  }

  #cachedSegment<Columns extends object>(
    piece: Piece,
    unpack: (packed: Uint8Array) => Columns,
  ): Segment<Columns>[] {
    return this.#cached(`segment ${piece.stored}`, () => [
      { ...piece, columns: unpack(this.#columns.get(piece.stored) as Uint8Array) },
    ]);
  }

  #cachedGap<Columns extends object>(
    gap: Piece,
    read: (gap: SegmentRange) => Pick<Segment<Columns>, 'from' | 'until' | 'columns'>[],
  ): Segment<Columns>[] {
    const version = this.#db.pragma('data_version', { simple: true });
    return this.#cached(`gap ${version} ${gap.kind} ${gap.project} ${gap.from} ${gap.until}`, () =>
      read(gap).map((cut) => ({ ...gap, ...cut })),
    );
  }

  #cached<Columns extends object>(key: string, make: () => Segment<Columns>[]): Segment<Columns>[] {
    const cached = this.#cache.get(key) as Segment<Columns>[] | undefined;
    if (cached !== undefined) return cached;
    this.#interruption.check();
    const made = make();
    this.#cache.set(key, made, { size: made.reduce((sum, { columns }) => sum + bytesOf(columns), 64) });
    return made;
  }
}

/** Of columns, and of columns within columns. */
function bytesOf(columns: object): number {
  let bytes = 64;
  for (const values of Object.values(columns)) {
    if (ArrayBuffer.isView(values)) bytes += values.byteLength;
    else if (Array.isArray(values)) bytes += values.length * 32;
    else if (typeof values === 'object') bytes += bytesOf(values);
  }
  return bytes;
}

type Cut<Columns> = { readonly from: number; readonly until: number; readonly columns: Columns };

/** Makes columns of the rows of a range, cut into the sizes that segments will have. */
export class RowSegments {
  readonly #sizes: SegmentSizes;
  readonly #interruption: Interruption;
  readonly #events;
  readonly #properties;
  readonly #sessions;

  constructor(db: Connection, { sizes, interruption }: SegmentOptions) {
    this.#sizes = sizes;
    this.#interruption = interruption;
    this.#events = db.prepare(EVENTS.rowsSql('NULL'));
    this.#properties = db.prepare(EVENTS.rowsSql('properties'));
    this.#sessions = db.prepare(SESSIONS.rowsSql);
  }

  events(range: SegmentRange): Cut<EventColumns>[] {
    const cuts: Cut<EventColumns>[] = [];
    let rows: SegmentRow[] = [];
    let { from } = range;
    const cut = (until: number) => {
      this.#interruption.check();
      cuts.push({ from, until, columns: EVENTS.toColumns(rows) });
      rows = [];
      from = until;
    };
    for (const row of this.#events.iterate(range) as Iterable<SegmentRow>) {
      const last = rows.at(-1)?.at ?? 0;
      if (rows.length >= this.#sizes.events && row.at !== last) cut(last + 1);
      rows.push(row);
    }
    cut(range.until);
    return cuts;
  }

  sessions(range: SegmentRange): Cut<SessionColumns>[] {
    const cuts: Cut<SessionColumns>[] = [];
    for (let { from } = range; from < range.until; from += this.#sizes.sessionIds) {
      this.#interruption.check();
      const until = Math.min(from + this.#sizes.sessionIds, range.until);
      const rows = this.#sessions.all({ ...range, from, until }) as SessionRow[];
      cuts.push({ from, until, columns: SESSIONS.toColumns(rows) });
    }
    return cuts;
  }

  properties({ project, from, until }: SegmentRange): PropertyColumns {
    const rows = this.#properties.iterate({ project, from, until }) as Iterable<SegmentRow>;
    return toPropertyColumns(propertiesOf(rows));
  }
}

export function* propertiesOf(rows: Iterable<SegmentRow>): Iterable<string | null> {
  for (const row of rows) yield row.properties;
}
