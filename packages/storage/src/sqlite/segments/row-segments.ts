import type { Connection } from '../open-database.ts';
import { EVENTS, type EventColumns, type SegmentRow } from './event-columns.ts';
import { type PropertyColumns, toPropertyColumns } from './property-columns.ts';
import type { SegmentRange, SegmentSizes } from './segment-range.ts';
import { SESSIONS, type SessionColumns, type SessionRow } from './session-columns.ts';

type Cut<Columns> = { readonly from: number; readonly until: number; readonly columns: Columns };

/** Makes columns of the rows of a range, cut into the sizes that segments will have. */
export class RowSegments {
  readonly #sizes: SegmentSizes;
  readonly #events;
  readonly #properties;
  readonly #sessions;

  constructor(db: Connection, sizes: SegmentSizes) {
    this.#sizes = sizes;
    this.#events = db.prepare(EVENTS.rowsSql('NULL'));
    this.#properties = db.prepare(EVENTS.rowsSql('properties'));
    this.#sessions = db.prepare(SESSIONS.rowsSql);
  }

  events(range: SegmentRange): Cut<EventColumns>[] {
    const cuts: Cut<EventColumns>[] = [];
    let rows: SegmentRow[] = [];
    let { from } = range;
    const cut = (until: number) => {
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
