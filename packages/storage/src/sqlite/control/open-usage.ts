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

type Options = { readonly allowed: boolean; readonly tell: (news: StoreNews) => void };

/**
 * Counters that may be lost, so that nothing of them stops anything: a bad file is set aside for a new one, and
 * while nothing can be written, as on a full disk, requests are counted in memory.
 * @throws SchemaOutOfDate, which only an operator causes who migrates by hand.
 */
export function openUsage(file: string, options: Options): OpenUsage {
  try {
    return countingIn(file, openUsageFile(file, options), options.tell);
  } catch (error) {
    if (error instanceof SchemaOutOfDate) throw error;
    options.tell({ kind: 'usage_unusable', file, reason: wordsOf(error) });
    return countingInMemory();
  }
}

/** For as long as the process lives: what cannot be opened and not be set aside needs an operator. */
function countingInMemory(): OpenUsage {
  const db = emptyInMemory();
  const counters = usageCounters(db, PROCESS_NAME);
  return {
    admit: async (name, limits, now) => counters.admit(name, limits, now),
    release: async (slot) => counters.release(slot),
    noteUse: async (keyId, at) => counters.noteUse(keyId, at),
    lastUses: async () => counters.lastUses(),
    close: async () => void db.close(),
  };
}

/**
 * `opened` stays open for as long as the thread counts: what opens a file first in a process holds a lock of all of SQLite
 * meanwhile, and on a disk that has stalled every other thread, also the one that answers, would wait for it.
 */
function countingIn(file: string, opened: Connection, tell: Options['tell']): OpenUsage {
  const thread = new ThreadClient<Questions>(new URL('../usage-thread.js', import.meta.url), {
    workerData: { file, owner: PROCESS_NAME },
    limits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
  });
  let inMemory: UsageCounters | null = null;
  let isFailing = false;
  /** Slots in the file that could not be given back. */
  let unreleased: string[] = [];

  function countInMemory(error: unknown): UsageCounters {
    if (!isFailing) tell({ kind: 'usage_in_memory', file, reason: wordsOf(error) });
    isFailing = true;
    inMemory ??= usageCounters(emptyInMemory(), PROCESS_NAME);
    return inMemory;
  }

  function noteSuccess(): void {
    if (!isFailing) return;
    isFailing = false;
    inMemory = null;
    tell({ kind: 'usage_stored', file });
    const slots = unreleased;
    unreleased = [];
    for (const slot of slots) void release(slot);
  }

  async function release(slot: string): Promise<void> {
    inMemory?.release(slot);
    await thread.ask('release', [slot]).catch(() => unreleased.push(slot));
  }

  return {
    async admit(name, limits, now) {
      try {
        const admission = await thread.ask('admit', [name, limits, now]);
        noteSuccess();
        return admission;
      } catch (error) {
        return countInMemory(error).admit(name, limits, now);
      }
    },
    release,
    noteUse: (keyId, at) => thread.ask('noteUse', [keyId, at]),
    lastUses: () => thread.ask('lastUses', []).catch(() => new Map()),
    async close() {
      await thread.close();
      opened.close();
    },
  };
}

function emptyInMemory(): Connection {
  const db = openInMemory();
  migrate(db, { store: 'usage', migrations: usageMigrations }, true);
  return db;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
