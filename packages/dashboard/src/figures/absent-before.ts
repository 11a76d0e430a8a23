import type { MetricFacts } from './metrics.ts';

/** What a row that was not there came to: where nobody came, nobody can say what it cost, nor how many of them bought. */
export function absentBefore({ kind, good }: Pick<MetricFacts, 'kind' | 'good'>): 0 | null {
  return kind === 'count' || (kind === 'amount' && good !== null) ? 0 : null;
}
