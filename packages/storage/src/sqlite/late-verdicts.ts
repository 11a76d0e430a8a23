import type { EventId } from '@cvq/contract';
import type { EventRecord } from '../event-record.ts';
import type { AppendOutcome } from '../event-store.ts';
import type { Connection } from './open-database.ts';
import { CONVERSION } from './order-book.ts';
import { BOT, SESSION_BY } from './row-codes.ts';

/** A stored sale, by the number and by the name of its project. */
export type WithdrawnSale = { readonly project: string; readonly id: EventId; readonly at: number };
type Suspect = EventId & { readonly project: number };

/**
 * Sales that counted until a later commit found their session to be a bot's. Reports leave them out by themselves;
 * who was told of them is to be told, and their orders may be announced anew.
 */
export type LateVerdicts = {
  /** A session of an earlier commit is a bot's: its sales are suspects. */
  found(session: number): void;
  /** A sale has left a person's session for another. */
  suspect(sale: Suspect): void;
  /** Once all sessions of a commit are written: the sales of earlier commits that count no more. */
  settle(events: readonly EventRecord[], outcomes: readonly AppendOutcome[]): WithdrawnSale[];
  forget(): void;
};

export function createLateVerdicts(db: Connection): LateVerdicts {
  const salesOf = db.prepare(`
    SELECT project, ms, suffix FROM events
    WHERE session = ? AND conversion = ${CONVERSION.counted} AND stitched <> ${SESSION_BY.order}`);
  const judged = db.prepare(`
    SELECT projects.key AS project FROM events
    JOIN sessions ON sessions.id = events.session
    JOIN projects ON projects.id = events.project
    WHERE events.project = ? AND events.ms = ? AND events.suffix = ? AND events.conversion = ${CONVERSION.counted}
      AND events.stitched <> ${SESSION_BY.order} AND events.exclusion IS NULL AND events.bot = ${BOT.none}
      AND sessions.bot <> ${BOT.none}`);
  const unannounce = db.prepare(`
    UPDATE orders SET announced = 0
    WHERE (project, type, order_id) = (SELECT project, type, order_id FROM events WHERE project = ? AND ms = ? AND suffix = ?)
      AND ms = ? AND suffix = ?`);
  let suspects: Suspect[] = [];

  return {
    found(session) {
      suspects.push(...(salesOf.all(session) as Suspect[]));
    },
    suspect: (sale) => void suspects.push(sale),
    settle(events, outcomes) {
      if (suspects.length === 0) return [];
      const at = Math.max(...events.map(({ receivedAt }) => receivedAt));
      const stored = events.filter((_, index) => outcomes[index]?.status === 'stored');
      const own = new Set(stored.map(({ project, id }) => `${project} ${id.ms} ${id.suffix}`));
      const withdrawn = new Map<string, WithdrawnSale>();
      for (const { project: number, ms, suffix } of suspects) {
        const row = judged.get(number, ms, suffix) as { project: string } | undefined;
        const name = `${row?.project} ${ms} ${suffix}`;
        if (row === undefined || own.has(name) || withdrawn.has(name)) continue;
        withdrawn.set(name, { project: row.project, id: { ms, suffix }, at });
        unannounce.run(number, ms, suffix, ms, suffix);
      }
      suspects = [];
      return [...withdrawn.values()];
    },
    forget() {
      suspects = [];
    },
  };
}
