import type { MetricFacts } from '../figures/metrics.ts';
import { changeOf } from '../words/change.ts';
import { fullDay } from '../words/dates.ts';
import { writing } from '../words/writing.ts';
import type { ChartLayout, ChartSeries } from './chart-layout.ts';
import { type Buckets, placeName } from './place-names.ts';

type ChartReadOutProps = {
  readonly layout: ChartLayout;
  readonly place: number;
  readonly series: ChartSeries;
  readonly buckets: Buckets;
  readonly beforeBuckets: Buckets | null;
  readonly metric: MetricFacts;
};

const WIDTH = 196;
const GAP = 14;

/** The two values at a place, beside the line, away from the middle of the chart. On a phone the legend says them. */
export default function ChartReadOut({
  layout,
  place,
  series,
  buckets,
  beforeBuckets,
  metric,
}: ChartReadOutProps) {
  if (layout.isNarrow) return null;
  const [now, before] = [series.now[place], series.before?.[place]];
  const isUnfinished = series.partial && place === series.now.length - 1;
  const change = isUnfinished ? null : changeOf(now, before, metric.change, writing.value);
  const at = layout.x(place);
  const left = at < layout.width / 2 ? at + GAP : at - GAP - WIDTH;
  const earlier = beforeBuckets?.labels[place];
  return (
    <div class="read-out" ref={(element) => element?.style.setProperty('translate', `${left}px`)}>
      <div class="strong">
        <i class="key now" />
        {placeName(buckets, place, writing.value)}
        <b>{metric.write(now, writing.value)}</b>
      </div>
      {earlier !== undefined && (
        <div>
          <i class="key was" />
          {fullDay(earlier.slice(0, 10), writing.value)}
          <b>{metric.write(before, writing.value)}</b>
        </div>
      )}
      {change && <div class="end">{change.text}</div>}
      {isUnfinished && <div class="end">not over yet</div>}
    </div>
  );
}
