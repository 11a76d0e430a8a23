import type { Annotation } from '@cvq/contract';
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ErrorBoundary, lazy } from 'preact-iso';
import type { MetricFacts } from '../figures/metrics.ts';
import { writing } from '../words/writing.ts';
import { Axis } from './axis.tsx';
import { type ChartLayout, type ChartSeries, layOut } from './chart-layout.ts';
import { ChartNotes } from './chart-notes.tsx';
import { type Buckets, placeName } from './place-names.ts';
import { readByKey } from './read-by-key.ts';
import { areaOf, barsOf, pathOf } from './scale.ts';
import { useWidth } from './use-width.ts';

const ChartReadOut = lazy(() => import('./chart-read-out.tsx'));

export type LineChartProps = {
  readonly series: ChartSeries;
  readonly buckets: Buckets;
  readonly beforeBuckets: Buckets | null;
  readonly metric: MetricFacts;
  readonly annotations: readonly Annotation[];
  /** The place that is read, by pointer or by arrow keys. */
  readonly read: Signal<number | null>;
  /** A day was chosen, to be opened by itself. */
  onOpen(label: string): void;
  /** A day was chosen, to note something of it. */
  onNote(label: string): void;
};

/** A measure over time, with the earlier period behind it. Days are a line, hours are bars. */
export function LineChart(props: LineChartProps) {
  const { series, buckets, metric, read } = props;
  const box = useRef<HTMLDivElement>(null);
  const layout = layOut(series, useWidth(box, 1120));
  const { width, height, places } = layout;
  const place = read.value !== null && read.value < places ? read.value : null;
  const withLabel = (act: (label: string) => void) => {
    const label = place === null ? undefined : buckets.labels[place];
    if (label !== undefined) act(label);
  };
  const open = () => withLabel(props.onOpen);
  const note = () => withLabel(props.onNote);
  return (
    <div
      class="chart"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`${metric.name} by ${buckets.granularity}. Arrow keys read the values, Enter opens a day, a notes something of it.`}
      aria-valuemin={0}
      aria-valuemax={places - 1}
      aria-valuenow={place ?? places - 1}
      aria-valuetext={spoken(props, place ?? places - 1)}
      onPointerMove={(event) => {
        const { left } = event.currentTarget.getBoundingClientRect();
        read.value = layout.placeAt(event.clientX - left);
      }}
      onPointerLeave={() => {
        read.value = null;
      }}
      onClick={(event) => (event.altKey ? note() : open())}
      onKeyDown={(event) => readByKey(event, { read, places, open, note })}
      onBlur={() => {
        read.value = null;
      }}
    >
      <svg {...{ width, height, viewBox: `0 0 ${width} ${height}` }} aria-hidden="true">
        <Axis layout={layout} {...props}>
          <Course layout={layout} series={series} />
        </Axis>
        <ChartNotes {...{ layout, buckets }} annotations={props.annotations} isRead={place !== null} />
        {place !== null && <Probe {...{ layout, series, place }} />}
      </svg>
      <ErrorBoundary>{place !== null && <ChartReadOut {...{ layout, place }} {...props} />}</ErrorBoundary>
    </div>
  );
}

/** A place as it is read aloud. */
function spoken({ series, buckets, metric }: LineChartProps, place: number): string {
  return `${placeName(buckets, place, writing.value)}: ${metric.write(series.now[place], writing.value)}`;
}

/** Both periods, each one path: solid as far as it is over, dotted into the bucket that is not. */
function Course({ layout, series }: { readonly layout: ChartLayout; readonly series: ChartSeries }) {
  const { now, before, floor, step, hasBars } = layout;
  const whole = series.partial ? now.slice(0, -1) : now;
  const last = now.at(-1);
  const width = Math.max(1.5, step * 0.7);
  return (
    <>
      {before.length > 0 && <path class="was" d={pathOf(before)} />}
      {hasBars ? (
        <>
          <path class="bars" d={barsOf(whole, floor, width)} />
          {series.partial && <path class="bars so-far" d={barsOf(now.slice(-1), floor, width)} />}
        </>
      ) : (
        <>
          <path class="area" d={areaOf(whole, floor)} />
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
  layout: { x, y, top, floor },
  series: { now, before },
  place,
}: {
  readonly layout: ChartLayout;
  readonly series: ChartSeries;
  readonly place: number;
}) {
  const [current, earlier] = [now[place], before?.[place]];
  return (
    <g>
      <line class="probe" x1={x(place)} x2={x(place)} y1={top} y2={floor} />
      {earlier != null && <circle class="dot was" cx={x(place)} cy={y(earlier)} r="3.5" />}
      {current != null && <circle class="dot" cx={x(place)} cy={y(current)} r="4" />}
    </g>
  );
}

/** A place of its own for a chart that is read by nobody else. */
export function useReading(): Signal<number | null> {
  return useSignal<number | null>(null);
}
