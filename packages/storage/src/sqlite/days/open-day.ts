import { DAY_MS } from '@cvq/contract/constants';
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
import { GrowingColumns } from './growing-columns.ts';
import { GrowingProperties, type PropertiesOfEvent, type StoredProperties } from './growing-properties.ts';
import { GrowingTexts } from './growing-texts.ts';
import { IdentityNumbers } from './identity-numbers.ts';
import { hashOfNumbers, NO_PLACE, PlaceTable } from './place-table.ts';
import type { NamedProperty, PropertyColumn, PropertyColumns } from './property-columns.ts';
import { type DaySession, OPEN_SESSIONS, SESSION_SET, type SessionColumns } from './session-columns.ts';

/** By what an event is told apart from others, and stands among them. */
export type EventKey = Pick<DayEvent, 'at' | 'ms' | 'suffix'>;
export type KeyedProperties = EventKey & { readonly properties: StoredProperties };
/** An event that came after the day was read. */
export type ChangedEvent = DayEvent & KeyedProperties;

/** What a question reads of an open day, made anew once something changed. */
type View = Omit<Day, 'everyProperty' | 'property' | 'propertyNames' | 'rollup' | 'start' | 'stored'>;

const EVENT_NAMES = Object.keys(EVENT_SET) as (keyof typeof EVENT_SET)[];
const SESSION_NAMES = Object.keys(SESSION_SET) as (keyof typeof SESSION_SET)[];
/** What a day with a single event takes: its arrays, each with what tells of it. */
const LEAST_BYTES = 65_536;
/** So many rows are read at a time. More would outlive the nursery of the reader. */
export const ROWS_AT_ONCE = 512;
/** Of their properties so many characters at most: those of a single event may be a million. */
export const TEXT_AT_ONCE = 1_048_576;

/**
 * A day whose events and sessions may still change, as columns in memory that are kept up to date. What it keeps of each event and
 * session is outside of the heap of JavaScript.
 */
export class OpenDay implements Day {
  readonly start: number;
  readonly stored = null;
  readonly #events = new GrowingColumns<typeof OPEN_EVENTS, DayEvent>(OPEN_EVENTS);
  readonly #sessions = new GrowingColumns<typeof OPEN_SESSIONS, DaySession>(OPEN_SESSIONS);
  readonly #suffixes = new GrowingTexts();
  readonly #placesOfSessions = new PlaceTable({
    hashAt: (place) => hashOfNumbers(this.#sessions.columns.id[place] as number, 0),
  });
  readonly #readProperties: () => Iterable<KeyedProperties>;
  /** Null until the first question about one. */
  #properties: GrowingProperties | null = null;
  #identities = new IdentityNumbers();
  /** A session came to be another's, or a bot's: what its events were said to be is to be found out anew. */
  #isOutdated = false;
  #view: View | null = null;

  /**
   * @param start epoch milliseconds of the beginning of a UTC day
   * @param readProperties of the events that the day has, in any order; those without may be left out
   */
  constructor(start: number, readProperties: () => Iterable<KeyedProperties>) {
    this.start = start;
    this.#readProperties = readProperties;
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
  get byteLength(): number {
    const parts = [this.#events, this.#sessions, this.#suffixes, this.#placesOfSessions, this.#identities];
    const properties = this.#properties?.byteLength ?? 0;
    return parts.reduce((sum, { byteLength }) => sum + byteLength, LEAST_BYTES + properties);
  }

  /** How many events and sessions it has. */
  get size(): number {
    return this.#events.count + this.#sessions.count;
  }

  rollup(): undefined {}

  propertyNames(): Iterable<string> {
    return this.#allProperties.names();
  }

  everyProperty(): Iterable<NamedProperty> {
    return this.#allProperties.every();
  }

  property(name: string): PropertyColumn | undefined {
    return this.#allProperties.get(name);
  }

  /** All of them, read at once. */
  get properties(): PropertyColumns {
    return this.#allProperties;
  }

  /** Properties are read anew with the next question about one. */
  forgetProperties(): void {
    this.#properties = null;
  }

  get #allProperties(): GrowingProperties {
    this.#properties ??= this.#gatherProperties();
    return this.#properties;
  }

  #gatherProperties(): GrowingProperties {
    const gathered = new GrowingProperties();
    let found: PropertiesOfEvent[] = [];
    let size = 0;
    const addFound = () => {
      gathered.insert(
        [],
        found.sort((one, other) => one.event - other.event),
      );
      found = [];
      size = 0;
    };
    for (const event of this.#readProperties()) {
      const index = this.#placeIn(event);
      if (!this.#isAt(index, event)) continue;
      size += event.properties?.length ?? 0;
      const rows = found.push({ event: index, properties: event.properties });
      if (rows === ROWS_AT_ONCE || size >= TEXT_AT_ONCE) addFound();
    }
    addFound();
    return gathered;
  }

  hasSession(id: number): boolean {
    return this.#placeOf(id) !== NO_PLACE;
  }

  /** Puts a session as it is now: one that has begun on the day, or that an event of the day names. */
  putSession(session: DaySession): void {
    this.#view = null;
    const known = this.#placeOf(session.id);
    if (known === NO_PLACE) {
      this.#placesOfSessions.add(this.#sessions.add(session), hashOfNumbers(session.id, 0));
      return;
    }
    this.#noteChange(known, session);
    this.#sessions.set(known, session);
  }

  /** A session is no more; its events are others' by now, or will be before the next question. */
  dropSession(id: number): void {
    const place = this.#placeOf(id);
    if (place === NO_PLACE) return;
    this.#view = null;
    const { columns } = this.#sessions;
    // Found by no id from then on.
    columns.id[place] = 0;
    columns.hasStarted[place] = 0;
    columns.isOfDay[place] = 0;
    columns.visitor[place] = 0;
    columns.bot[place] = BOT.none;
    this.#isOutdated = true;
  }

  /** Puts events, those again that have changed. Their sessions are to be put before them. */
  putEvents(rows: readonly (DayEvent & Partial<KeyedProperties>)[]): void {
    if (rows.length === 0) return;
    this.#view = null;
    const added: (typeof rows)[number][] = [];
    for (const row of rows) {
      const index = this.#placeIn(row);
      if (!this.#isAt(index, row)) added.push(row);
      else {
        this.#write(index, row, this.#events.columns.suffixPlace[index] as number);
        if (this.#properties?.change({ event: index, properties: row.properties ?? null }) === false)
          this.forgetProperties();
      }
    }
    this.#insert(added.sort(byTime));
  }

  #insert(rows: readonly (DayEvent & Partial<KeyedProperties>)[]): void {
    const before = rows.map((row) => this.#placeIn(row));
    this.#events.openGaps(before);
    const indexOf = (gap: number) => (before[gap] as number) + gap;
    for (const [gap, row] of rows.entries()) this.#write(indexOf(gap), row, this.#suffixes.add(row.suffix));
    this.#properties?.insert(
      before,
      rows.map(({ properties = null }, gap) => ({ event: indexOf(gap), properties })),
    );
  }

  #write(index: number, row: DayEvent, suffixPlace: number): void {
    this.#events.set(index, row);
    this.#events.put('suffixPlace', index, suffixPlace);
    // An event that is excluded and names a session is no part of it.
    const isNamed = row.session !== null && row.exclusion === null;
    this.#events.put('place', index, (isNamed ? this.#placeOf(row.session as number) : NO_PLACE) + 1);
    this.#derive(index);
  }

  /** Where a session stands; `NO_PLACE` for one that the day does not have. */
  #placeOf(id: number): number {
    const ids = this.#sessions.columns.id;
    return this.#placesOfSessions.find(hashOfNumbers(id, 0), (place) => ids[place] === id);
  }

  /** Where the first event stands that does not come before this one. */
  #placeIn(row: EventKey): number {
    const { time, ms, suffixPlace } = this.#events.columns;
    const at = row.at % DAY_MS;
    let low = 0;
    let high = this.#events.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order =
        (time[middle] as number) - at ||
        (ms[middle] as number) - row.ms ||
        (this.#suffixes.at(suffixPlace[middle] as number) < row.suffix ? -1 : 1);
      // One of the same id comes out as 1, and is found.
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #isAt(index: number, { ms, suffix }: EventKey): boolean {
    const { columns, count } = this.#events;
    return (
      index < count &&
      columns.ms[index] === ms &&
      this.#suffixes.at(columns.suffixPlace[index] as number) === suffix
    );
  }

  #noteChange(place: number, session: DaySession): void {
    const { visitor, bot, botClassification, hasStarted } = this.#sessions.columns;
    this.#isOutdated ||=
      visitor[place] !== (session.visitor ?? 0) ||
      bot[place] !== session.bot ||
      botClassification[place] !== (session.bot_verdict ?? 0) ||
      hasStarted[place] !== OPEN_SESSIONS.hasStarted.from(session);
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
    const classification =
      (own.ownClassification[index] as number) ||
      (isPart ? (sessions.botClassification[named] as number) : 0);
    this.#events.put('session', index, isPart && sessions.hasStarted[named] === 1 ? named + 1 : 0);
    this.#events.put('identity', index, this.#identities.placeOf(visitor, own.user[index] as number));
    this.#events.put('botLevel', index, Math.max(own.ownBot[index] as number, bot));
    this.#events.put('classification', index, classification);
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
    };
    this.#view = view;
    return view;
  }

  #sales(): SaleColumns {
    const { ms, amount, currency, suffixPlace } = this.#events.columns;
    const event = this.#eventsOfSales();
    const suffixes = this.#suffixes;
    return {
      count: event.length,
      event,
      ms: Float64Array.from(event, (index) => ms[index] as number),
      suffix: {
        length: event.length,
        at: (sale) => suffixes.at(suffixPlace[event[sale] as number] as number),
      },
      amount: Float64Array.from(event, (index) => amount[index] as number),
      currency: Uint32Array.from(event, (index) => currency[index] as number),
    };
  }

  #eventsOfSales(): Uint32Array<ArrayBuffer> {
    const { columns, count } = this.#events;
    const { isSale } = columns;
    let sales = 0;
    for (let index = 0; index < count; index += 1) sales += isSale[index] as number;
    const events = new Uint32Array(sales);
    for (let index = 0, sale = 0; sale < sales; index += 1) if (isSale[index] === 1) events[sale++] = index;
    return events;
  }
}

function byTime(one: DayEvent, other: DayEvent): number {
  return one.at - other.at || one.ms - other.ms || (one.suffix < other.suffix ? -1 : 1);
}
