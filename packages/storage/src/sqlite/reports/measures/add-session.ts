import type { SessionColumns } from '../../days/session-columns.ts';
import { converts } from '../filters/filtered-events.ts';
import type { SumsByRow } from './sums-by-row.ts';

/** What is counted of sessions. */
type Counted = Pick<SessionColumns, 'conversions' | 'bot' | 'pageviews' | 'events'>;

/** The columns of sessions that are added to rows, looked up once for all of them. */
export const countedOf = ({ conversions, bot, pageviews, events }: Counted): Counted => ({
  conversions,
  bot,
  pageviews,
  events,
});

type OneSession = { readonly counted: Counted; readonly place: number };

/** Adds a session that counts to a row. */
export function addSession(sums: SumsByRow, row: number, { counted, place }: OneSession): void {
  (sums.sessions[row] as number) += 1;
  if (converts(counted, place)) (sums.convertedSessions[row] as number) += 1;
  if (counted.pageviews[place] === 1 && counted.events[place] === 1) (sums.bounces[row] as number) += 1;
}
