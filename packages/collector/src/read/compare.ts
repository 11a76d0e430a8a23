import type { CompareMode, Comparison, Measures, SpendMeasures } from '@cvq/contract';
import { ratio } from './measures.ts';
import type { Range } from './range.ts';

type AllMeasures = Measures & SpendMeasures;
type Earlier = {
  readonly mode: CompareMode;
  readonly range: Range;
  /** As they are told. */
  readonly measures: AllMeasures;
  readonly unrounded: AllMeasures;
};

/** An earlier period beside one of these measures, unrounded, and how far each of them is from it. */
export function compare(unrounded: AllMeasures, earlier: Earlier): Comparison {
  const { mode, range, measures: values } = earlier;
  const changes = Object.entries(unrounded).map(([name, now]) => [
    name,
    changeOf(now ?? null, earlier.unrounded[name as keyof AllMeasures] ?? null),
  ]);
  return {
    mode,
    start_date: range.start.toString(),
    end_date: range.end.toString(),
    values,
    change: Object.fromEntries(changes) as Comparison['change'],
  };
}

function changeOf(now: number | null, before: number | null): number | null {
  return now === null || before === null ? null : ratio(now - before, before, 4);
}
