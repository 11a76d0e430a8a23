import { LRUCache } from 'lru-cache';
import type { Connection } from '../open-database.ts';
import { ENDS_OF_EVENTS } from './ends-of-events.ts';
import {
  type EventColumns,
  type EventRow,
  eventRowsSql,
  toEventColumns,
  unpackEvents,
} from './event-columns.ts';
import {
  type PropertyColumn,
  type PropertyColumns,
  toPropertyColumns,
  unpackProperties,
} from './property-columns.ts';
import { KIND, type SegmentSizes, type Stretch } from './segment-range.ts';
import {
  SESSION_ROWS,
  type SessionColumns,
  type SessionRow,
  toSessionColumns,
  unpackSessions,
} from './session-columns.ts';

/** Columns of a stretch. `sealed` is the row that they came from; null where they were made from the rows. */
export type Segment<Columns> = Stretch & { readonly sealed: number | null; readonly columns: Columns };

/** Decoded segments that are kept in memory, in bytes. */
const REMEMBERED_BYTES = 48_000_000;
const BYTES_PER_EVENT = 38;
const BYTES_PER_SESSION = 59;

/** The events and sessions of projects as columns, as they are in the transaction that the caller has begun. */
export type Segments = {
  /** In the order of time, all that can hold an event of the period. */
  events(project: number, period: { from: number; to: number }): Segment<EventColumns>[];
  /** In the order of ids, all that the project has. */
  sessions(project: number): Segment<SessionColumns>[];
  property(segment: Segment<EventColumns>, name: string): PropertyColumn | undefined;
};

type Sealed = { id: number; from: number; until: number };

const SEALED = `
  SELECT id, part AS "from", until FROM sealed
  WHERE kind = :kind AND project = :project AND part < :until AND columns IS NOT NULL ORDER BY part`;

const BOUNDS = `
  SELECT min(low) AS "from", max(high) + 1 AS until FROM (${ENDS_OF_EVENTS})`;

export function createSegments(db: Connection, sizes: SegmentSizes): Segments {
  const sealed = db.prepare(SEALED);
  const bounds = db.prepare(BOUNDS);
  const maxSession = db.prepare('SELECT coalesce(max(id), 0) FROM sessions').pluck();
  const eventRows = db.prepare(eventRowsSql('NULL')).raw();
  const propertyRows = db.prepare(eventRowsSql('properties')).raw();
  const sessionRows = db.prepare(SESSION_ROWS).raw();
  const blob = db.prepare('SELECT columns FROM sealed WHERE id = ?').pluck();
  const propertyBlob = db.prepare('SELECT properties FROM sealed WHERE id = ?').pluck();
  const version = () => db.pragma('data_version', { simple: true }) as number;
  const remembered = new LRUCache<string, object>({ maxSize: REMEMBERED_BYTES });
  const properties = new WeakMap<object, PropertyColumns>();

  function recall<Thing extends object>(
    key: string,
    size: (thing: Thing) => number,
    make: () => Thing,
  ): Thing {
    const known = remembered.get(key) as Thing | undefined;
    if (known !== undefined) return known;
    const thing = make();
    remembered.set(key, thing, { size: Math.max(1, size(thing)) });
    return thing;
  }

  const bytesOfEvents = (list: readonly Segment<EventColumns>[]) =>
    list.reduce((sum, { columns }) => sum + 64 + columns.count * BYTES_PER_EVENT, 64);
  const bytesOfSessions = (list: readonly Segment<SessionColumns>[]) =>
    list.reduce((sum, { columns }) => sum + 64 + columns.count * BYTES_PER_SESSION, 64);

  /** Events that are not sealed, cut into segments of the size in which they will be. */
  function unsealedEvents(gap: Stretch): Segment<EventColumns>[] {
    const key = `${version()} ${gap.project} ${gap.from} ${gap.until}`;
    return recall(`events ${key}`, bytesOfEvents, () => {
      const found: Segment<EventColumns>[] = [];
      let rows: EventRow[] = [];
      let from = gap.from;
      const cut = (until: number) => {
        found.push({ ...gap, from, until, sealed: null, columns: toEventColumns(rows) });
        rows = [];
        from = until;
      };
      for (const row of eventRows.iterate(gap) as Iterable<EventRow>) {
        if (rows.length >= sizes.events && row[0] !== rows.at(-1)?.[0]) cut((rows.at(-1)?.[0] ?? 0) + 1);
        rows.push(row);
      }
      cut(gap.until);
      return found;
    });
  }

  function unsealedSessions(gap: Stretch): Segment<SessionColumns>[] {
    const key = `${version()} ${gap.project} ${gap.from} ${gap.until}`;
    return recall(`sessions ${key}`, bytesOfSessions, () => {
      const found: Segment<SessionColumns>[] = [];
      for (let from = gap.from; from < gap.until; from += sizes.sessionIds) {
        const stretch = { ...gap, from, until: Math.min(from + sizes.sessionIds, gap.until) };
        const columns = toSessionColumns(sessionRows.all(stretch) as SessionRow[]);
        found.push({ ...stretch, sealed: null, columns });
      }
      return found;
    });
  }

  /** Sealed segments and, between them, what is not sealed. */
  function gather<Columns>(
    whole: Stretch,
    found: readonly Sealed[],
    make: { sealed(found: Sealed): Segment<Columns>; unsealed(gap: Stretch): Segment<Columns>[] },
  ): Segment<Columns>[] {
    const all: Segment<Columns>[] = [];
    let at = whole.from;
    for (const next of found) {
      if (next.until <= whole.from) continue;
      if (next.from > at) all.push(...make.unsealed({ ...whole, from: at, until: next.from }));
      all.push(make.sealed(next));
      at = next.until;
    }
    if (at < whole.until) all.push(...make.unsealed({ ...whole, from: at }));
    return all;
  }

  return {
    events(project, { from, to }) {
      // The gaps are those of the whole history, so that a gap is the same for every period that it touches.
      const whole = {
        kind: KIND.events,
        project,
        ...(bounds.get({ project }) as { from: number | null; until: number }),
      };
      if (whole.from === null) return [];
      const found = sealed.all(whole) as Sealed[];
      const overlapping = ({ from: low, until }: { from: number; until: number }) => low < to && until > from;
      const segments = gather<EventColumns>(whole as Stretch, found, {
        sealed: (row) => ({
          kind: KIND.events,
          project,
          from: row.from,
          until: row.until,
          sealed: row.id,
          columns: LATER,
        }),
        unsealed: (gap) => (overlapping(gap) ? unsealedEvents(gap) : []),
      });
      return segments.filter(overlapping).map((segment) => {
        if (segment.sealed === null) return segment;
        const id = segment.sealed;
        return recall<Segment<EventColumns>>(
          `segment ${id}`,
          ({ columns }) => 64 + columns.count * BYTES_PER_EVENT,
          () => ({ ...segment, columns: unpackEvents(blob.get(id) as Uint8Array) }),
        );
      });
    },
    sessions(project) {
      const whole = { kind: KIND.sessions, project, from: 0, until: (maxSession.get() as number) + 1 };
      return gather<SessionColumns>(whole, sealed.all(whole) as Sealed[], {
        sealed: (row) =>
          recall<Segment<SessionColumns>>(
            `segment ${row.id}`,
            ({ columns }) => 64 + columns.count * BYTES_PER_SESSION,
            () => ({
              ...{ kind: KIND.sessions, project, from: row.from, until: row.until, sealed: row.id },
              columns: unpackSessions(blob.get(row.id) as Uint8Array),
            }),
          ),
        unsealed: unsealedSessions,
      });
    },
    property(segment, name) {
      let columns = properties.get(segment.columns);
      if (columns === undefined) {
        const { sealed: id, project, from, until } = segment;
        columns =
          id === null
            ? toPropertyColumns(
                propertiesOf(propertyRows.iterate({ project, from, until }) as Iterable<EventRow>),
              )
            : unpackProperties(propertyBlob.get(id) as Uint8Array);
        properties.set(segment.columns, columns);
      }
      return columns.get(name);
    },
  };
}

/** Stands for the columns of a sealed segment until it is known that they are wanted. */
const LATER = { count: 0 } as EventColumns;

export function* propertiesOf(rows: Iterable<EventRow>): Iterable<string | null> {
  for (const row of rows) yield row[17];
}
