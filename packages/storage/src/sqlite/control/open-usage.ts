import { existsSync, renameSync } from 'node:fs';
import type { Usage } from '../../control/usage.ts';
import { StoreBroken } from '../../store-errors.ts';
import type { StoreNews } from '../../store-news.ts';
import { integrityProblems } from '../integrity.ts';
import { migrate } from '../migrate.ts';
import { usageMigrations } from '../migrations/usage.ts';
import { type Connection, openForCounting, openInMemory, orTell } from '../open-database.ts';
import { createThreadClient } from '../thread-client.ts';
import { PROCESS_NAME } from './process-name.ts';
import { type UsageCounters, usageCounters } from './usage-counters.ts';

type Questions = {
  [Name in keyof UsageCounters]: {
    ask: Parameters<UsageCounters[Name]>;
    answer: ReturnType<UsageCounters[Name]>;
  };
};

export type OpenUsage = Usage & {
  lastUses(): Promise<ReadonlyMap<string, number>>;
  problems(): string[];
  close(): Promise<void>;
};

type Options = { readonly allowed: boolean; readonly tell: (news: StoreNews) => void };

/**
 * Counters that may be lost, so that nothing of them stops anything: a broken file is set aside for a new one, and
 * while nothing can be written, as on a full disk, requests are counted in memory.
 */
export function openUsage(file: string, { allowed, tell }: Options): OpenUsage {
  const counters = openWhole(file, { allowed, tell });
  const thread = createThreadClient<Questions>(new URL('../usage-thread.js', import.meta.url), {
    file,
    limits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 },
    more: { owner: PROCESS_NAME },
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
    await thread.ask('release', slot).catch(() => unreleased.push(slot));
  }

  return {
    async admit(name, limits, now) {
      try {
        const admission = await thread.ask('admit', name, limits, now);
        noteSuccess();
        return admission;
      } catch (error) {
        return countInMemory(error).admit(name, limits, now);
      }
    },
    release,
    noteUse: (keyId, at) => thread.ask('noteUse', keyId, at),
    lastUses: () => thread.ask('lastUses').catch(() => new Map()),
    problems: () => integrityProblems(counters),
    async close() {
      await thread.close();
      counters.close();
    },
  };
}

function openWhole(file: string, { allowed, tell }: Options): Connection {
  const open = (): Connection =>
    orTell(file, (path) => {
      const db = openForCounting(path);
      try {
        migrate(db, { store: 'usage', migrations: usageMigrations }, allowed);
        const [problem] = integrityProblems(db);
        if (problem !== undefined) throw new StoreBroken(file, new Error(problem));
        return db;
      } catch (error) {
        db.close();
        throw error;
      }
    });
  try {
    return open();
  } catch (error) {
    if (!(error instanceof StoreBroken)) throw error;
    tell({ kind: 'usage_set_aside', file, as: setAside(file) });
    return open();
  }
}

/** Under a name that tells what it is: somebody may want to look. What belongs to it goes with it. */
function setAside(file: string): string {
  const as = `${file}.broken`;
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, as + end);
  return as;
}

function emptyInMemory(): Connection {
  const db = openInMemory();
  migrate(db, { store: 'usage', migrations: usageMigrations }, true);
  return db;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
