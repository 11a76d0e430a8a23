import type { Day } from '../days/day.ts';
import { converts } from './filtered-events.ts';
import type { SumsByRow } from './sums-by-row.ts';

type OneSession = { readonly sessions: Day['sessions']; readonly place: number };

/** Adds a session that counts to a row. */
export function addSession(sums: SumsByRow, row: number, { sessions, place }: OneSession): void {
  (sums.sessions[row] as number) += 1;
  if (converts(sessions, place)) (sums.convertedSessions[row] as number) += 1;
  if (sessions.pageviews[place] === 1 && sessions.events[place] === 1) (sums.bounces[row] as number) += 1;
}
