import { DAY_MS } from '@cvq/contract/constants';
import { LRUCache } from 'lru-cache';
import { type Changed, ChangeReader } from '../changes.ts';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { DayRows, forDay, type StoredSession } from './day-rows.ts';
import type { DayEvent } from './event-columns.ts';
import type { OpenDay } from './open-day.ts';

type Options = { readonly interruption: Interruption; readonly memoryBytes: number };

/** Where more events changed since the last question, their days are read anew. */
const TAKEN_UP_AT_ONCE = 100_000;

/** Days that may still change, kept in memory and up to date with what is stored. */
export class OpenDays {
  readonly #rows: DayRows;
  readonly #changes: ChangeReader;
  readonly #byKey: LRUCache<string, HeldDay>;
  /** The same, by project and start. */
  readonly #byProject = new Map<number, Map<number, HeldDay>>();

  /** `memoryBytes`: what the days may take, at most about; one that is asked for is read whatever it takes. */
  constructor(db: Connection, { interruption, memoryBytes }: Options) {
    this.#rows = new DayRows(db, interruption);
    this.#changes = new ChangeReader(db);
    this.#byKey = new LRUCache({
      maxSize: memoryBytes,
      // One that takes more than all may is kept alone: to read it anew with each question takes as much.
      sizeCalculation: ({ day }) => Math.max(1, Math.min(day.bytes, memoryBytes)),
      noDisposeOnSet: true,
      dispose: (held) => this.#forget(held),
    });
  }

  /** What the days take in memory, about. */
  get bytes(): number {
    return this.#byKey.calculatedSize;
  }

  /** As the day is in the transaction that the caller has begun. */
  of(project: number, start: number): OpenDay {
    const known = this.#byKey.get(keyOf({ project, start }));
    if (known !== undefined) return known.day;
    const held = { project, start, day: this.#rows.read(project, start) };
    const others = this.#byProject.get(project) ?? new Map<number, HeldDay>();
    this.#byProject.set(project, others.set(start, held));
    this.#byKey.set(keyOf(held), held);
    return held.day;
  }

  /** Takes up what was stored since the last call. To be called first in a transaction. */
  takeUp(): void {
    const changes = this.#changes.next();
    if (changes === null || sizeOf(changes) > TAKEN_UP_AT_ONCE) this.#byKey.clear();
    if (changes === null || this.#byKey.size === 0) return;
    // Sessions first: what an event is follows from its own.
    const changed = new Set<HeldDay>();
    for (const id of new Set(changes.flatMap(({ sessions }) => sessions))) this.#takeUpSession(id, changed);
    // An event may have changed more than once.
    const keys = new Map(changes.flatMap(({ events }) => events.map((key) => [key.join(' '), key])));
    this.#takeUpEvents(keys.values(), changed);
    // They may take more than before.
    for (const held of changed) this.#byKey.set(keyOf(held), held);
  }

  #takeUpSession(id: number, changed: Set<HeldDay>): void {
    const session = this.#rows.session(id);
    if (session === undefined) this.#dropSession(id);
    else this.#putSession(session, changed);
  }

  #putSession(session: StoredSession, changed: Set<HeldDay>): void {
    for (const held of this.#byProject.get(session.project)?.values() ?? []) {
      const own = forDay(session, held.start);
      if (own.isOfDay === 0 && !held.day.hasSession(session.id)) continue;
      held.day.putSession(own);
      changed.add(held);
    }
  }

  /** Nothing tells whose it was. */
  #dropSession(id: number): void {
    for (const { day } of this.#byKey.values()) day.dropSession(id);
  }

  #takeUpEvents(keys: Iterable<Changed['events'][number]>, changed: Set<HeldDay>): void {
    const found = new Map<HeldDay, DayEvent[]>();
    for (const [project, ms, suffix] of keys) {
      const days = this.#byProject.get(project);
      if (days === undefined) continue;
      const event = this.#rows.event(project, { ms, suffix });
      if (event === undefined) {
        // Nothing tells which day lost it.
        this.#byKey.clear();
        return;
      }
      const held = days.get(event.at - (event.at % DAY_MS));
      if (held === undefined) continue;
      const known = found.get(held);
      if (known === undefined) found.set(held, [event]);
      else known.push(event);
    }
    for (const [held, rows] of found) {
      this.#rows.addEvents(held.day, rows);
      changed.add(held);
    }
  }

  #forget({ project, start }: HeldDay): void {
    const days = this.#byProject.get(project);
    days?.delete(start);
    if (days?.size === 0) this.#byProject.delete(project);
  }
}

function sizeOf(changes: readonly Changed[]): number {
  return changes.reduce((sum, { events, sessions }) => sum + events.length + sessions.length, 0);
}

type HeldDay = { readonly project: number; readonly start: number; readonly day: OpenDay };

const keyOf = ({ project, start }: { readonly project: number; readonly start: number }) =>
  `${project} ${start}`;
