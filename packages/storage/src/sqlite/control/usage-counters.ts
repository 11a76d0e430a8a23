import { randomUUID } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@cvq/contract/constants';
import type { Admission, RequestLimits, RequestsMade } from '../../control/usage.ts';
import type { Connection } from '../open-database.ts';
import { hasEnded } from './process-name.ts';

/** A slot of a process that died is free after this. No request runs as long. */
const SLOT_MS = MINUTE_MS;

/** A row for each window: a clock that runs behind counts in its own, and one that was wrong locks nobody out. */
const COUNT = `
  INSERT INTO request_counts (name, length_ms, start, count)
  VALUES (:name, ${MINUTE_MS}, :minute, 1), (:name, ${DAY_MS}, :day, 1)
  ON CONFLICT DO UPDATE SET count = count + 1
  RETURNING length_ms AS length, count`;

/** What is counted in the minute and the day of a moment, and the slots that are taken then. */
const MADE = `
  SELECT name, sum(in_minute) AS inMinute, sum(in_day) AS inDay, sum(at_once) AS atOnce FROM (
    SELECT name, count AS in_minute, 0 AS in_day, 0 AS at_once FROM request_counts
    WHERE length_ms = ${MINUTE_MS} AND start = :minute
    UNION ALL
    SELECT name, 0, count, 0 FROM request_counts WHERE length_ms = ${DAY_MS} AND start = :day
    UNION ALL
    SELECT name, 0, 0, count(*) FROM slots WHERE ends_at > :now GROUP BY name
  ) GROUP BY name`;

type Count = { readonly length: number; readonly count: number };
type Request = { readonly name: string; readonly limits: RequestLimits; readonly now: number };

/** What the thread that counts can be asked. */
export type UsageCounters = {
  admit(name: string, limits: RequestLimits, now: number): Admission;
  release(slot: string): void;
  requestsMade(now: number): ReadonlyMap<string, RequestsMade>;
  noteUse(keyId: string, at: number): void;
  /** When each key was used last, by its id. */
  lastUses(): ReadonlyMap<string, number>;
};

/** Counters in a file of their own: in that of the control data, each would void what is cached of it. */
export function usageCounters(db: Connection, owner: string): UsageCounters {
  const count = db.prepare(COUNT);
  const taken = db.prepare('SELECT count(*) FROM slots WHERE name = ? AND ends_at > ?').pluck();
  const take = db.prepare('INSERT INTO slots (id, name, ends_at, owner) VALUES (?, ?, ?, ?)');
  const release = db.prepare('DELETE FROM slots WHERE id = ?');
  const forgetCounts = db.prepare('DELETE FROM request_counts WHERE start + length_ms + ? < ?');
  const forgetSlots = db.prepare('DELETE FROM slots WHERE ends_at <= ?');
  const note = db.prepare(`
    INSERT INTO key_uses (key_id, last_used_at) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET last_used_at = max(last_used_at, excluded.last_used_at)`);
  const uses = db.prepare('SELECT key_id, last_used_at FROM key_uses').raw();
  const made = db.prepare(MADE);
  const owners = db.prepare("SELECT DISTINCT owner FROM slots WHERE owner <> ''").pluck();
  const freeSlotsOf = db.prepare('DELETE FROM slots WHERE owner = ?');
  let sweptMinute = -1;

  // A process that was killed gave nothing back, and who waits for its slots would wait for nobody.
  for (const other of owners.all() as string[]) if (hasEnded(other, owner)) freeSlotsOf.run(other);

  /** Once a minute and process. Windows are kept for a minute more, for processes whose clocks run behind. */
  function sweep(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === sweptMinute) return;
    sweptMinute = minute;
    forgetCounts.run(MINUTE_MS, now);
    forgetSlots.run(now);
  }

  const admit = db.transaction(({ name, limits, now }: Request): Admission => {
    sweep(now);
    const counts = count.all({ name, ...startsAt(now) }) as Count[];
    const within = (length: number) => counts.find((row) => row.length === length)?.count ?? 0;
    if (within(DAY_MS) > limits.perDay) return { refusedBy: 'day' };
    if (within(MINUTE_MS) > limits.perMinute) return { refusedBy: 'minute' };
    if ((taken.get(name, now) as number) >= limits.atOnce) return { refusedBy: 'concurrency' };
    const slot = randomUUID();
    take.run(slot, name, now + SLOT_MS, owner);
    return { slot };
  });

  return {
    admit: (name, limits, now) => admit.immediate({ name, limits, now }),
    release: (slot) => void release.run(slot),
    requestsMade(now) {
      const rows = made.all({ now, ...startsAt(now) }) as ({ readonly name: string } & RequestsMade)[];
      return new Map(rows.map(({ name, ...requests }) => [name, requests]));
    },
    noteUse: (keyId, at) => void note.run(keyId, at),
    lastUses: () => new Map(uses.all() as [string, number][]),
  };
}

/** When the minute and the day of a moment began. */
const startsAt = (now: number) => ({ minute: now - (now % MINUTE_MS), day: now - (now % DAY_MS) });
