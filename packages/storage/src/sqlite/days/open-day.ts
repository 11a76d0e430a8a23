import { isPartOfSession } from '../../attribution/credit-rule.ts';
import { BOT } from '../row-codes.ts';
import type { Day, Identities } from './day.ts';
import {
  type DayEvent,
  EVENT_SET,
  type EventColumns,
  FLAG,
  OPEN_EVENTS,
  type SaleColumns,
} from './event-columns.ts';
import { GrowingColumns, moveApart } from './growing-columns.ts';
import { IdentityNumbers } from './identity-numbers.ts';
import {
  type PropertyColumn,
  type PropertyColumns,
  parsed,
  type RawProperties,
  toPropertyColumns,
} from './property-columns.ts';
import { type DaySession, SESSION_SET, type SessionColumns } from './session-columns.ts';

/** What a question reads of an open day, made anew once something changed. */
type View = Omit<Day, 'property' | 'propertyNames' | 'rollup' | 'start'> & {
  properties: PropertyColumns | null;
};

const EVENT_NAMES = Object.keys(EVENT_SET) as (keyof typeof EVENT_SET)[];
const SESSION_NAMES = Object.keys(SESSION_SET) as (keyof typeof SESSION_SET)[];
/** What a day with a single event takes: its arrays, each with what tells of it. */
const LEAST_BYTES = 65_536;
/** About what an event takes beside its columns: its suffix, and its share of properties. */
const BYTES_BESIDE = 80;

/** A day whose events and sessions may still change, as columns in memory that take up what is new. */
export class OpenDay implements Day {
  readonly start: number;
  readonly #events = new GrowingColumns<typeof OPEN_EVENTS, DayEvent>(OPEN_EVENTS);
  readonly #sessions = new GrowingColumns<typeof SESSION_SET, DaySession>(SESSION_SET);
  readonly #suffixes: string[] = [];
  readonly #properties: RawProperties[] = [];
  readonly #placeOf = new Map<number, number>();
  /** By place of a session, from 0, whether it has begun, on this day or on another. */
  readonly #hasStarted: boolean[] = [];
  #identities = new IdentityNumbers();
  /** A session came to be another's, or a bot's: what its events were said to be is to be found out anew. */
  #isOutdated = false;
  #view: View | null = null;

  /** `start`: epoch milliseconds of the beginning of a UTC day. */
  constructor(start: number) {
    this.start = start;
  }

  get events(): EventColumns {
    return this.#look().events;
  }
  get sales(): SaleColumns {
    return this.#look().sales;
  }
  get sessions(): SessionColumns {
    return this.#look().sessions;
  }
  get identities(): Identities {
    return this.#look().identities;
  }

  /** About what it takes in memory. */
  get bytes(): number {
    return LEAST_BYTES + this.#events.bytes + this.#sessions.bytes + this.#suffixes.length * BYTES_BESIDE;
  }

  rollup(): undefined {}

  propertyNames(): readonly string[] {
    return [...this.properties.keys()];
  }

  property(name: string): PropertyColumn | undefined {
    return this.properties.get(name);
  }

  /** Of all properties. */
  get properties(): PropertyColumns {
    const view = this.#look();
    view.properties ??= this.#readProperties();
    return view.properties;
  }

  /** What was taken apart once is kept so: most of it is there with the next question. */
  #readProperties(): PropertyColumns {
    for (const [index, properties] of this.#properties.entries())
      if (typeof properties === 'string') this.#properties[index] = parsed(properties);
    return toPropertyColumns(this.#properties);
  }

  hasSession(id: number): boolean {
    return this.#placeOf.has(id);
  }

  /** Takes up a session as it is now: one that has begun on the day, or that an event of the day names. */
  putSession(session: DaySession): void {
    this.#view = null;
    const known = this.#placeOf.get(session.id);
    const place = known ?? this.#sessions.add(session);
    if (known !== undefined) {
      this.#noteChange(place, session);
      this.#sessions.set(place, session);
    }
    this.#placeOf.set(session.id, place);
    this.#hasStarted[place] = session.first_at !== null;
  }

  /** A session is no more; its events are others' by now, or will be before the next question. */
  dropSession(id: number): void {
    const place = this.#placeOf.get(id);
    if (place === undefined) return;
    this.#view = null;
    this.#placeOf.delete(id);
    this.#hasStarted[place] = false;
    const { columns } = this.#sessions;
    columns.id[place] = 0;
    columns.isOfDay[place] = 0;
    columns.visitor[place] = 0;
    columns.bot[place] = BOT.none;
    this.#isOutdated = true;
  }

  /** Takes up events, those again that have changed. Their sessions are to be put before them. */
  putEvents(rows: readonly DayEvent[]): void {
    if (rows.length === 0) return;
    this.#view = null;
    const added: DayEvent[] = [];
    for (const row of rows) {
      const index = this.#placeIn(row);
      if (this.#isAt(index, row)) this.#write(index, row);
      else added.push(row);
    }
    this.#insert(added.sort(byTime));
  }

  #insert(rows: readonly DayEvent[]): void {
    const before = rows.map((row) => this.#placeIn(row));
    const { count } = this.#events;
    this.#events.openGaps(before);
    for (const list of [this.#suffixes, this.#properties] as unknown[][]) {
      list.length = count + rows.length;
      moveApart(list, before, count);
    }
    for (const [gap, row] of rows.entries()) this.#write((before[gap] as number) + gap, row);
  }

  #write(index: number, row: DayEvent): void {
    this.#events.set(index, row);
    this.#suffixes[index] = row.suffix;
    this.#properties[index] = row.properties;
    // An event that is excluded and names a session is no part of it.
    const place = row.session === null || row.exclusion !== null ? undefined : this.#placeOf.get(row.session);
    const { columns } = this.#events;
    columns.place[index] = place === undefined ? 0 : place + 1;
    this.#derive(index);
  }

  /** Where the first event stands that does not come before this one. */
  #placeIn(row: DayEvent): number {
    const { time, ms } = this.#events.columns;
    const at = OPEN_EVENTS.time.from(row);
    let low = 0;
    let high = this.#events.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order =
        (time[middle] as number) - at ||
        (ms[middle] as number) - row.ms ||
        ((this.#suffixes[middle] as string) < row.suffix ? -1 : 1);
      // One of the same id comes out as 1, and is found.
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isAt(index: number, { ms, suffix }: DayEvent): boolean {
    return (
      index < this.#events.count && this.#suffixes[index] === suffix && this.#events.columns.ms[index] === ms
    );
  }

  #noteChange(place: number, session: DaySession): void {
    const { visitor, bot, botVerdict } = this.#sessions.columns;
    this.#isOutdated ||=
      visitor[place] !== (session.visitor ?? 0) ||
      bot[place] !== session.bot ||
      botVerdict[place] !== (session.bot_verdict ?? 0) ||
      this.#hasStarted[place] !== (session.first_at !== null);
  }

  /** What follows from an event and its session. */
  #derive(index: number): void {
    const own = this.#events.columns;
    const sessions = this.#sessions.columns;
    const named = (own.place[index] as number) - 1;
    const fromServer = ((own.flags[index] as number) & FLAG.server) !== 0;
    const isPart = named >= 0 && isPartOfSession(fromServer, sessions.bot[named] !== BOT.none);
    const visitor = (isPart ? (sessions.visitor[named] as number) : 0) || (own.visitor[index] as number);
    const bot = isPart ? (sessions.bot[named] as number) : BOT.none;
    own.session[index] = isPart && this.#hasStarted[named] ? named + 1 : 0;
    own.identity[index] = this.#identities.placeOf(visitor, own.user[index] as number);
    own.botLevel[index] = Math.max(own.ownBot[index] as number, bot);
    own.verdict[index] =
      (own.ownVerdict[index] as number) || (isPart ? (sessions.botVerdict[named] as number) : 0);
  }

  #look(): View {
    if (this.#isOutdated) {
      this.#identities = new IdentityNumbers();
      for (let index = 0; index < this.#events.count; index += 1) this.#derive(index);
      this.#isOutdated = false;
    }
    const view: View = this.#view ?? {
      events: { ...this.#events.only(EVENT_NAMES), count: this.#events.count },
      sales: this.#sales(),
      sessions: { ...this.#sessions.only(SESSION_NAMES), count: this.#sessions.count },
      identities: this.#identities.identities,
      properties: null,
    };
    this.#view = view;
    return view;
  }

  #sales(): SaleColumns {
    const { isSale, ms, amount, currency } = this.#events.columns;
    const found: number[] = [];
    for (let index = 0; index < this.#events.count; index += 1) if (isSale[index] === 1) found.push(index);
    return {
      count: found.length,
      event: Uint32Array.from(found),
      ms: Float64Array.from(found, (index) => ms[index] as number),
      suffix: found.map((index) => this.#suffixes[index] as string),
      amount: Float64Array.from(found, (index) => amount[index] as number),
      currency: Uint32Array.from(found, (index) => currency[index] as number),
    };
  }
}

function byTime(one: DayEvent, other: DayEvent): number {
  return one.at - other.at || one.ms - other.ms || (one.suffix < other.suffix ? -1 : 1);
}
