import { HOUR_MS, MINUTE_MS } from '@cvq/contract';
import type { ControlStore, ErasureProgress, ErasureReceipt, UnfinishedErasure } from '@cvq/storage';
import type { Sealer } from '../secrets/sealer.ts';
import { isNobody, totalsOf } from './erasure-totals.ts';
import type { ErasureWork } from './erasure-work.ts';
import type { NamedPerson } from './named-person.ts';
import { TeamTexts } from './team-texts.ts';

/** Others continue an erasure whose holder has given no sign for so long. */
const HOLD_MS = 30_000;
const HOLD_AGAIN_MS = 10_000;
/** Files that somebody reads without pause are cleared when they pause: it is tried so often. */
const CLEAR_AGAIN_MS = MINUTE_MS;

type RunsDeps = {
  readonly control: ControlStore;
  readonly sealer: Sealer;
  readonly work: ErasureWork;
  readonly now: () => number;
  /** Hears why an erasure failed, which is tried again in an hour; `id` is null where none could be looked for. */
  readonly onFailure: (error: unknown, id: string | null) => void;
};

/** Does what erasures were asked for, one after the other, also those that an end of the process has interrupted. */
export class ErasureRuns {
  readonly #deps: RunsDeps;
  readonly #stop = new AbortController();
  readonly #watching: { stop(): void };
  #running: Promise<void> | null = null;
  #clearsAt = 0;
  /** Whether something has changed since it was last looked for what is due. */
  #hasChanged = false;
  #timer: NodeJS.Timeout | null = null;
  #underWay: (ErasureProgress & { readonly id: string }) | null = null;

  constructor(deps: RunsDeps) {
    this.#deps = deps;
    this.#watching = deps.control.onChange(() => this.#look());
    this.#look();
  }

  /** How far this process is with an erasure; null where it is not at it. */
  progressOf(id: string): ErasureProgress | null {
    return this.#underWay?.id === id ? this.#underWay : null;
  }

  /** Leaves what is under way to whoever comes next. */
  async close(): Promise<void> {
    this.#watching.stop();
    this.#stop.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running;
  }

  #look(): void {
    if (this.#stop.signal.aborted) return;
    this.#hasChanged = true;
    this.#running ??= this.#runDue()
      .catch((error: unknown) => {
        if (this.#stop.signal.aborted) return;
        this.#deps.onFailure(error, null);
        this.#lookAt(HOUR_MS);
      })
      .finally(() => {
        this.#running = null;
        if (this.#hasChanged) this.#look();
      });
  }

  async #runDue(): Promise<void> {
    const { control, now } = this.#deps;
    for (;;) {
      this.#hasChanged = false;
      const dueAt = await control.nextErasureAt(now());
      if (this.#stop.signal.aborted) return;
      if (dueAt === null) return this.#clearLeft();
      const found = dueAt > now() ? null : await control.claimErasure(now(), now() + HOLD_MS);
      if (found === null) return this.#lookAt(Math.max(dueAt - now(), HOLD_AGAIN_MS));
      await this.#run(found);
    }
  }

  #lookAt(inMs: number): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), Math.min(inMs, HOUR_MS)).unref();
  }

  /**
   * What a team wrote first: once the events are nobody's, nothing leads from the person to its other ids, by which the texts may
   * name it.
   */
  async #erase(
    project: string,
    person: NamedPerson,
    hear: (progress: ErasureProgress) => void,
  ): Promise<ErasureReceipt | null> {
    const { control, work } = this.#deps;
    const ids = await work.names(project, person);
    const texts = await new TeamTexts(control, { project, ids }).erase();
    const { signal } = this.#stop;
    const { counts, unreadable } = await work.erase(project, person, { signal, hear });
    const totals = totalsOf(counts, texts);
    // Also where nobody is found: an erasure that was interrupted may have left something.
    const isLogCleared = await this.#clear();
    const isNothingToTell = isLogCleared && unreadable === 0 && isNobody(totals);
    return isNothingToTell ? null : { ...totals, isLogCleared, unreadable };
  }

  async #clear(): Promise<boolean> {
    const { work } = this.#deps;
    const { signal } = this.#stop;
    return (await work.clear('control', { signal })) && (await work.clear('events', { signal }));
  }

  /** What was read without pause while it was to be cleared. */
  async #clearLeft(): Promise<void> {
    const { control, now } = this.#deps;
    const left = await control.unclearedErasures();
    if (left.length === 0) return;
    if (now() < this.#clearsAt) return this.#lookAt(this.#clearsAt - now());
    this.#clearsAt = now() + CLEAR_AGAIN_MS;
    if (await this.#clear()) await control.noteErasuresCleared(left);
    else this.#lookAt(CLEAR_AGAIN_MS);
  }

  async #run({ id, projectId, by, sealed }: UnfinishedErasure): Promise<void> {
    const { control, sealer, now, onFailure } = this.#deps;
    const { signal } = this.#stop;
    const holding = setInterval(() => {
      control.holdErasure(id, now() + HOLD_MS).catch((error: unknown) => onFailure(error, id));
    }, HOLD_AGAIN_MS);
    try {
      this.#underWay = { id, events: 0 };
      const person: NamedPerson = { by, value: sealer.open(sealed) };
      const hear = ({ events }: ErasureProgress) => {
        this.#underWay = { id, events };
      };
      await control.finishErasure(id, now(), await this.#erase(projectId, person, hear));
    } catch (error) {
      // Before it is given back, which may fail for the same reason.
      if (!signal.aborted) onFailure(error, id);
      await control.releaseErasure(id, signal.aborted ? now() : now() + HOUR_MS);
    } finally {
      clearInterval(holding);
      this.#underWay = null;
    }
  }
}
