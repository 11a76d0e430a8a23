import type { MetricFacts } from '../figures/metrics.ts';
import { changeOf } from '../words/change.ts';
import { fullDay } from '../words/dates.ts';
import { writing } from '../words/writing.ts';
import type { ChartLayout, ChartSeries } from './chart-layout.ts';
import { type Buckets, placeName } from './place-names.ts';
import { ReadOut } from './read-out.tsx';

type ChartReadOutProps = {
  readonly layout: ChartLayout;
  readonly place: number;
  readonly series: ChartSeries;
  readonly buckets: Buckets;
  readonly beforeBuckets: Buckets | null;
  readonly metric: MetricFacts;
};

/** The two values at a place, and how far they are apart. */
export default function ChartReadOut({
  layout,
  place,
  series,
  buckets,
  beforeBuckets,
  metric,
}: ChartReadOutProps) {
  const [now, before] = [series.now[place], series.before?.[place]];
  const isUnfinished = series.partial && place === series.now.length - 1;
  const change = isUnfinished ? null : changeOf(now, before, metric.change, writing.value);
  const earlier = beforeBuckets?.labels[place];
  return (
    <ReadOut layout={layout} place={place}>
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
    </ReadOut>
  );
}
