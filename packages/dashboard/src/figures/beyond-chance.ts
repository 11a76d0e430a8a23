import { countsDiffer, sharesDiffer } from '../words/chance.ts';
import type { KnownNumber } from '../words/numbers.ts';
import { METRICS, type Metric } from './metrics.ts';

/** Measures of a period by name. */
export type Measured = Readonly<Partial<Record<string, KnownNumber>>>;

/** A mean is thought to have moved from this part on: what it varies by is not known. */
const MEAN_MOVES_FROM = 0.1;

/** Whether a measure of the whole period moved by more than chance. */
export function movedBeyondChance(metric: Metric, now: Measured, before: Measured): boolean {
  const [current, earlier] = [now[metric], before[metric]];
  switch (METRICS[metric].kind) {
    case 'count':
      return countsDiffer(current, earlier);
    case 'share':
      return sharesDiffer({ part: current, whole: now.sessions }, { part: earlier, whole: before.sessions });
    case 'amount':
      return countsDiffer(inOrders(current, now), inOrders(earlier, now));
    case 'mean':
      return meanMoved(current, earlier);
  }
}

/** Whether a mean or a ratio moved by more than is thought to be chance. */
export function meanMoved(now: KnownNumber, before: KnownNumber): boolean {
  return now != null && before != null && before > 0 && Math.abs(now / before - 1) > MEAN_MOVES_FROM;
}

/** An amount varies as the number of orders does that it is made of. */
export function inOrders(amount: KnownNumber, { revenue, conversions }: Measured): KnownNumber {
  if (amount == null || !revenue || !conversions) return null;
  return amount / (revenue / conversions);
}
