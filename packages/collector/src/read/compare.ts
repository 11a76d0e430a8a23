import type { ComparedPeriod, Comparison, Measures, SpendMeasures } from '@cvq/contract';
import { changeOf } from './change-of.ts';
import type { SpendOfRange } from './spend/spend-of-range.ts';

type AllMeasures = Measures & SpendMeasures;
type Earlier = {
  readonly period: ComparedPeriod;
  readonly told: AllMeasures;
  /** Before they were rounded. */
  readonly exact: AllMeasures;
  readonly spend: Pick<SpendOfRange, 'notes'>;
};

/** An earlier period beside one of these measures, before they were rounded, and how far each of them is from it. */
export function compare(exact: AllMeasures, earlier: Earlier): Comparison {
  const { period, told: values } = earlier;
  const changes = Object.entries(exact).map(([name, now]) => [
    name,
    changeOf(now ?? null, earlier.exact[name as keyof AllMeasures] ?? null),
  ]);
  // Who may not see spend is told so once.
  const { spend_omitted_reason: _, ...notes } = earlier.spend.notes;
  return {
    ...period,
    values,
    change: Object.fromEntries(changes) as Comparison['change'],
    ...notes,
  };
}
