import { LRUCache } from 'lru-cache';
import { type Changed, ChangeReader } from '../changes.ts';
import type { Interruption } from '../interruption.ts';
import type { Connection } from '../open-database.ts';
import { DayRows, forDay, type ReadDay, type StoredSession } from './day-rows.ts';
import { type ChangedEvent, type OpenDay, TEXT_AT_ONCE } from './open-day.ts';
import { startOfDay } from './start-of-day.ts';

/** An object of its own for each time that a size is noted: the cache asks for that of another value alone. */
type Held = { readonly read: ReadDay };
type Options = { readonly interruption: Interruption; readonly memoryBytes: number };

/** Where more changed since the last question, and more than this share of what the days have, they are read anew. */
const ALWAYS_APPLIED = 100_000;
const APPLIED_SHARE = 0.5;
/** So many changes, at least, are applied at a time: the rows of all of them would take much of the heap. */
const AT_ONCE = 2048;

/** Days that may still change, kept in memory and up to date with what is stored. */
export class OpenDays {
  readonly #rows: DayRows;
  readonly #changes: ChangeReader;
  readonly #byKey: LRUCache<string, Held>;
  /** The same, by project and start. */
  readonly #byProject = new Map<number, Map<number, ReadDay>>();
  /** Those that may take more than was noted. */
  readonly #touched = new Set<ReadDay>();
  readonly #memoryBytes: number;

  /** `memoryBytes`: what the days may take, at most about; one that is asked for is read whatever it takes. */
  constructor(db: Connection, { interruption, memoryBytes }: Options) {
    this.#rows = new DayRows(db, interruption);
    this.#changes = new ChangeReader(db);
    this.#memoryBytes = memoryBytes;
    this.#byKey = new LRUCache({
      maxSize: memoryBytes,
      // One that takes more than all may is kept alone: to read it anew with each question takes as much.
      sizeCalculation: ({ read: { day } }) => Math.max(1, Math.min(day.byteLength, memoryBytes)),
      noDisposeOnSet: true,
      dispose: ({ read }) => this.#forget(read),
    });
  }

  /** What the days take in memory, about. */
  get bytes(): number {
    return this.#byKey.calculatedSize;
  }

  /**
   * As the day is in the transaction that the caller has begun. Where it takes longer to read than anybody waits, what
   * was read stays, and is kept up to date, until somebody asks again.
   */
  of(project: number, start: number): OpenDay {
    const held = this.#byKey.get(keyOf(project, start))?.read ?? this.#begin(project, start);
    this.#touched.add(held);
    this.#rows.readOn(held);
    return held.day;
  }

  /** A day is stored by now, and will not be asked for. */
  letGo(project: number, start: number): void {
    if (this.#byProject.get(project)?.has(start)) this.#byKey.delete(keyOf(project, start));
  }

  #begin(project: number, start: number): ReadDay {
    const held = this.#rows.begin(project, start);
    const others = this.#byProject.get(project) ?? new Map<number, ReadDay>();
    this.#byProject.set(project, others.set(start, held));
    this.#byKey.set(keyOf(project, start), { read: held });
    return held;
  }

  /** Applies what was stored since the last call. To be called first in a transaction. */
  applyChanges(): void {
    this.#noteSizes();
    const changes = this.#changes.nextCommits();
    if (changes === null || this.#areTooMany(changes.count)) this.#byKey.clear();
    if (changes === null || changes.count === 0 || this.#byKey.size === 0) return;
    for (const batch of inBatches(changes.commits())) this.#applyBatch(batch);
    this.#noteSizes();
  }

  #applyBatch({ sessions, events }: Changed): void {
    // Sessions first: what an event is follows from its own.
    for (const id of new Set(sessions)) this.#applySession(id);
    // An event may have changed more than once.
    this.#applyEvents(new Map(events.map((key) => [key.join(' '), key])).values());
  }

  #areTooMany(changes: number): boolean {
    if (changes <= ALWAYS_APPLIED) return false;
    let size = 0;
    for (const { read } of this.#byKey.values()) size += read.day.size;
    return changes > size * APPLIED_SHARE;
  }

  /** Those that were asked for or changed may take more than before. */
  #noteSizes(): void {
    const touched = [...this.#touched];
    this.#touched.clear();
    for (const held of touched) {
      const key = keyOf(held.project, held.day.start);
      if (this.#byKey.peek(key)?.read === held) this.#byKey.set(key, { read: held });
    }
    if (this.#byKey.calculatedSize < this.#memoryBytes) return;
    // One day takes more than all may: what can be read anew is read anew.
    for (const { read } of this.#byKey.values()) read.day.forgetProperties();
  }

  #applySession(id: number): void {
    const session = this.#rows.session(id);
    if (session === undefined) this.#dropSession(id);
    else this.#putSession(session);
  }

  #putSession(session: StoredSession): void {
    for (const held of this.#byProject.get(session.project)?.values() ?? []) {
      const own = forDay(session, held.day.start);
      if (own.isOfDay === 0 && !held.day.hasSession(session.id)) continue;
      held.day.putSession(own);
      this.#touched.add(held);
    }
  }

  /** Nothing tells whose it was. */
  #dropSession(id: number): void {
    for (const { read } of this.#byKey.values()) read.day.dropSession(id);
  }

  #applyEvents(keys: Iterable<Changed['events'][number]>): void {
    const found = new Map<ReadDay, ChangedEvent[]>();
    let size = 0;
    for (const [project, ms, suffix] of keys) {
      const days = this.#byProject.get(project);
      if (days === undefined) continue;
      const event = this.#rows.event(project, { ms, suffix });
      if (event === undefined) {
        // Nothing tells which day lost it.
        this.#byKey.clear();
        return;
      }
      const held = days.get(startOfDay(event.at));
      if (held === undefined) continue;
      const known = found.get(held);
      if (known === undefined) found.set(held, [event]);
      else known.push(event);
      size += event.properties?.length ?? 0;
      if (size < TEXT_AT_ONCE) continue;
      this.#add(found);
      found.clear();
      size = 0;
    }
    this.#add(found);
  }

  #add(found: ReadonlyMap<ReadDay, ChangedEvent[]>): void {
    for (const [held, rows] of found) {
      this.#rows.addEvents(held.day, rows);
      this.#touched.add(held);
    }
  }

  #forget({ project, day }: ReadDay): void {
    const days = this.#byProject.get(project);
    days?.delete(day.start);
    if (days?.size === 0) this.#byProject.delete(project);
  }
}

const together = (commits: readonly Changed[]): Changed => ({
  events: commits.flatMap(({ events }) => events),
  sessions: commits.flatMap(({ sessions }) => sessions),
});

/** Commits put together, so that what several of them changed is mostly read once. */
function* inBatches(commits: Iterable<Changed>): Iterable<Changed> {
  let batch: Changed[] = [];
  let size = 0;
  for (const commit of commits) {
    batch.push(commit);
    size += commit.events.length + commit.sessions.length;
    if (size < AT_ONCE) continue;
    yield together(batch);
    batch = [];
    size = 0;
  }
  yield together(batch);
}

const keyOf = (project: number, start: number) => `${project} ${start}`;
