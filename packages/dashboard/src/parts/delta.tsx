import type { MetricFacts } from '../figures/metrics.ts';
import type { RowEmphasis } from '../figures/row-emphasis.ts';
import { changeOf } from '../words/change.ts';
import type { KnownNumber } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';

type DeltaProps = {
  readonly metric: Pick<MetricFacts, 'change' | 'good'>;
  readonly now: KnownNumber;
  readonly before: KnownNumber;
  readonly emphasis: RowEmphasis;
};

/** How far a figure is from the one before. Colour is never alone: the sign says it too, and readers get words. */
export function Delta({ metric, now, before, emphasis }: DeltaProps) {
  const change = changeOf(now, before, metric.change, writing.value);
  if (!change) return <span class="delta muted">–</span>;
  const isGood = change.direction === metric.good;
  const tone = metric.good === null ? 'ink' : isGood ? 'up' : 'down';
  const shown = change.direction === 'level' || change.text === 'new' ? 'muted' : emphasis;
  return (
    <span class={`delta ${shown === 'coloured' ? tone : shown}`}>
      <span aria-hidden="true">{change.text}</span>
      <span class="sr">{change.words}</span>
    </span>
  );
}
