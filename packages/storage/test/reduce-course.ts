import type { Dimension, PropertyDimension } from '@cvq/contract';
import type { Question } from '@cvq/storage';
import { filterOfRow } from './reduce-breakdown.ts';
import { keptIn } from './reduce-filters.ts';
import type { History } from './reduce-history.ts';

type Row = { readonly dimension: Dimension | PropertyDimension; readonly value: string };

/**
 * By bucket, the sessions that began within all of them and have an event there of a row of a dimension of single events.
 */
export function courseOfSessionsIn(
  history: History,
  edges: readonly number[],
  { dimension, value }: Row,
  { bots, filters = [] }: Pick<Question, 'bots' | 'filters'>,
): number[] {
  const span = { from: edges[0] as number, to: edges.at(-1) as number };
  const question = { bots, filters: [...filters, filterOfRow(dimension, value)] };
  return edges.slice(1).map((to, index) => {
    const bucket = { from: edges[index] as number, to };
    const sessions = keptIn(history, bucket, question, span).deeds.map(({ session }) => session);
    return new Set(
      sessions.filter((session) => {
        const began = session?.first?.at;
        return began !== undefined && began >= span.from && began < span.to;
      }),
    ).size;
  });
}
