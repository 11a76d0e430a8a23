import type { Usage } from '../../control/usage.ts';
import { SchemaOutOfDate } from '../../store-errors.ts';
import type { StoreNews } from '../../store-news.ts';
import { migrate } from '../migrate.ts';
import { usageMigrations } from '../migrations/usage.ts';
import { type Connection, openInMemory } from '../open-database.ts';
import { ThreadClient } from '../thread-client.ts';
import { openUsageFile } from './open-usage-file.ts';
import { PROCESS_NAME } from './process-name.ts';
import { type UsageCounters, usageCounters } from './usage-counters.ts';

type Questions = {
  [Name in keyof UsageCounters]: {
    asked: Parameters<UsageCounters[Name]>;
    answer: ReturnType<UsageCounters[Name]>;
  };
};

export type OpenUsage = Usage & {
  lastUses(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
};

type Options = { readonly allowed: boolean; readonly hear: (news: StoreNews) => void };

/**
 * Counters that may be lost, so that nothing of them stops anything: a bad file is set aside for a new one, and
 * while nothing can be written, as on a full disk, requests are counted in memory.
 * @throws SchemaOutOfDate, which only an operator causes who migrates by hand.
 */
export function openUsage(file: string, options: Options): OpenUsage {
  try {
    return new UsageInFile(file, openUsageFile(file, options), options.hear);
  } catch (error) {
    if (error instanceof SchemaOutOfDate) throw error;
    options.hear({ kind: 'usage_unusable', file, reason: messageOf(error) });
    return countingInMemory();
  }
}

/** For as long as the process lives: what cannot be opened and not be set aside needs an operator. */
function countingInMemory(): OpenUsage {
  const db = emptyInMemory();
  const counters = usageCounters(db, PROCESS_NAME);
  return {
    warmUp() {},
    admit: async (name, limits, now) => counters.admit(name, limits, now),
    release: async (slot) => counters.release(slot),
    requestsMade: async (now) => counters.requestsMade(now),
    noteUse: async (keyId, at) => counters.noteUse(keyId, at),
    lastUses: async () => counters.lastUses(),
    close: async () => void db.close(),
  };
}

/** Counts in a file, by a thread, and in memory while nothing can be written. */
class UsageInFile implements OpenUsage {
  readonly #file: string;
  readonly #hear: Options['hear'];
  /**
   * Open for as long as the thread counts: what opens a file first in a process holds a lock of all of SQLite meanwhile,
   * and on a disk that has stalled every other thread, also the one that answers, would wait for it.
   */
  readonly #opened: Connection;
  readonly #thread: ThreadClient<Questions>;
  #inMemory: UsageCounters | null = null;
  #isFailing = false;
  /** Slots in the file that could not be given back. */
  #unreleased: string[] = [];

  constructor(file: string, opened: Connection, hear: Options['hear']) {
    this.#file = file;
    this.#hear = hear;
    this.#opened = opened;
    this.#thread = new ThreadClient(new URL('../usage-thread.bundle.js', import.meta.url), {
      workerData: { file, owner: PROCESS_NAME },
      limits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
    });
  }

  // Functions by themselves, since a store has them as its own.
  readonly warmUp: Usage['warmUp'] = () => this.#thread.start();

  readonly admit: Usage['admit'] = async (...asked) => {
    try {
      const admission = await this.#thread.ask('admit', asked);
      this.#noteSuccess();
      return admission;
    } catch (error) {
      return this.#countInMemory(error).admit(...asked);
    }
  };

  readonly release: Usage['release'] = async (slot) => {
    this.#inMemory?.release(slot);
    await this.#thread.ask('release', [slot]).catch(() => this.#unreleased.push(slot));
  };

  readonly requestsMade: Usage['requestsMade'] = (now) =>
    this.#thread.ask('requestsMade', [now]).catch(() => this.#inMemory?.requestsMade(now) ?? new Map());

  readonly noteUse: Usage['noteUse'] = (...asked) => this.#thread.ask('noteUse', asked);

  lastUses(): Promise<ReadonlyMap<string, number>> {
    return this.#thread.ask('lastUses', []).catch(() => new Map());
  }

  async close(): Promise<void> {
    await this.#thread.close();
    this.#opened.close();
  }

  #countInMemory(error: unknown): UsageCounters {
    if (!this.#isFailing) {
      this.#hear({ kind: 'usage_in_memory', file: this.#file, reason: messageOf(error) });
    }
    this.#isFailing = true;
    this.#inMemory ??= usageCounters(emptyInMemory(), PROCESS_NAME);
    return this.#inMemory;
  }

  #noteSuccess(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#inMemory = null;
    this.#hear({ kind: 'usage_stored', file: this.#file });
    const slots = this.#unreleased;
    this.#unreleased = [];
    for (const slot of slots) void this.release(slot);
  }
}

function emptyInMemory(): Connection {
  const db = openInMemory();
  migrate(db, { store: 'usage', migrations: usageMigrations }, true);
  return db;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
