import type { CompareMode, Comparison, Measures, SpendMeasures } from '@cvq/contract';
import { ratio } from './measures.ts';
import type { Range } from './range.ts';

type AllMeasures = Measures & SpendMeasures;
type Earlier = { readonly mode: CompareMode; readonly range: Range; readonly measures: AllMeasures };

/** An earlier period beside this one, and how far each measure of this one is from it. */
export function compare(measures: AllMeasures, { mode, range, measures: values }: Earlier): Comparison {
  const changes = Object.entries(measures).map(([name, now]) => [
    name,
    changeOf(now ?? null, values[name as keyof AllMeasures] ?? null),
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
