import type { Annotation } from '@cvq/contract';
import { type Signal, useSignal } from '@preact/signals';
import { ErrorBoundary } from 'preact-iso';
import { areFirstFiguresShown } from '../ask/first-figures.ts';
import type { MetricFacts } from '../figures/metrics.ts';
import { lazily } from '../parts/lazily.ts';
import { writing } from '../words/writing.ts';
import { Axis } from './axis.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { type ChartLayout, type ChartSeries, layOut } from './chart-layout.ts';
import { type Buckets, placeName } from './place-names.ts';
import { ProbeLine } from './probe-line.tsx';
import { areaOf, barsOf, pathOf } from './scale.ts';

const ChartNotes = lazily(() => import('./chart-notes.tsx'));
const ChartReadOut = lazily(() => import('./chart-read-out.tsx'));

export type LineChartProps = {
  readonly series: ChartSeries;
  readonly buckets: Buckets;
  readonly beforeBuckets: Buckets | null;
  readonly metric: MetricFacts;
  readonly annotations: readonly Annotation[];
  /** The place that is read, by pointer or by arrow keys. */
  readonly read: Signal<number | null>;
  /** One bucket was chosen or several, by their places, to be opened by themselves. */
  onSpan(first: number, last: number): void;
  /** A day was chosen, to note something of it. */
  onNote(label: string): void;
};

/** A measure over time, with the earlier period behind it. Days are a line, hours are bars. */
export function LineChart(props: LineChartProps) {
  const { series, buckets, metric, read, annotations, onNote, onSpan } = props;
  return (
    <ChartFrame
      name={`${metric.name} by ${buckets.granularity}`}
      read={read}
      layOut={(width) => layOut(series, width)}
      spoken={(place) => spoken(props, place)}
      onOpen={(place) => onSpan(place, place)}
      onSpan={onSpan}
      onNote={(place) => {
        const label = buckets.labels[place];
        if (label !== undefined) onNote(label);
      }}
      draw={(layout, place) => (
        <>
          <Axis layout={layout} {...props}>
            <Marks layout={layout} series={series} />
          </Axis>
          {annotations.length > 0 && areFirstFiguresShown.value && (
            <ErrorBoundary>
              <ChartNotes {...{ layout, buckets, annotations }} isRead={place !== null} />
            </ErrorBoundary>
          )}
          {place !== null && <Probe {...{ layout, series, place }} />}
        </>
      )}
      readOut={(layout, place) => (
        <ErrorBoundary>
          <ChartReadOut {...{ layout, place }} {...props} />
        </ErrorBoundary>
      )}
    />
  );
}

/** A place as it is read aloud. */
function spoken({ series, buckets, metric }: LineChartProps, place: number): string {
  return `${placeName(buckets, place, writing.value)}: ${metric.write(series.now[place], writing.value)}`;
}

/** Both periods, each one path: solid as far as it is over, dotted into the bucket that is not. */
function Marks({ layout, series }: { readonly layout: ChartLayout; readonly series: ChartSeries }) {
  const { now, before, zero, step, hasBars } = layout;
  const whole = series.partial ? now.slice(0, -1) : now;
  const last = now.at(-1);
  const width = Math.max(1.5, step * 0.7);
  return (
    <>
      {before.length > 0 && <path class="was" d={pathOf(before)} />}
      {hasBars ? (
        <>
          <path class="bars" d={barsOf(whole, zero, width)} />
          {series.partial && <path class="bars so-far" d={barsOf(now.slice(-1), zero, width)} />}
        </>
      ) : (
        <>
          <path class="area" d={areaOf(whole, zero)} />
          <path class="now" d={pathOf(whole)} />
          {series.partial && now.length > 1 && <path class="now unfinished" d={pathOf(now.slice(-2))} />}
          {last && (series.partial || now.length === 1) && (
            <circle class="dot open" cx={last[0]} cy={last[1]} r="3" />
          )}
        </>
      )}
    </>
  );
}

/** The place that is read: a line, and a dot on each period. */
function Probe({
  layout,
  series: { now, before },
  place,
}: {
  readonly layout: ChartLayout;
  readonly series: ChartSeries;
  readonly place: number;
}) {
  const { x, y } = layout;
  const [current, earlier] = [now[place], before?.[place]];
  return (
    <g>
      <ProbeLine layout={layout} place={place} />
      {earlier != null && <circle class="dot was" cx={x(place)} cy={y(earlier)} r="3.5" />}
      {current != null && <circle class="dot" cx={x(place)} cy={y(current)} r="4" />}
    </g>
  );
}

/** A place of its own for a chart that is read by nobody else. */
export function useReading(): Signal<number | null> {
  return useSignal<number | null>(null);
}
