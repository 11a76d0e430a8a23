import type { Annotation } from '@cvq/contract';
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { MetricFacts } from '../figures/metrics.ts';
import { writing } from '../words/writing.ts';
import { type ChartLayout, type ChartSeries, layOut } from './chart-layout.ts';
import { ChartNotes } from './chart-notes.tsx';
import { ChartReadOut } from './chart-read-out.tsx';
import { type Buckets, namedPlaces, placeName, tickName } from './place-names.ts';
import { areaOf, barsOf, pathOf } from './scale.ts';
import { useWidth } from './use-width.ts';

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
};

/** A measure over time, with the earlier period behind it. Days are a line, hours are bars. */
export function LineChart(props: LineChartProps) {
  const { series, buckets, metric, read } = props;
  const box = useRef<HTMLDivElement>(null);
  const layout = layOut(series, useWidth(box, 1120));
  const { width, height, places } = layout;
  const place = read.value !== null && read.value < places ? read.value : null;
  const open = () => {
    const label = place === null ? undefined : buckets.labels[place];
    if (label !== undefined) props.onOpen(label);
  };
  return (
    <div
      class="chart"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`${metric.name} by ${buckets.granularity}. Arrow keys read the values, Enter opens a day.`}
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
      onClick={open}
      onKeyDown={(event) => readByKey(event, { read, places, open })}
      onBlur={() => {
        read.value = null;
      }}
    >
      <svg {...{ width, height, viewBox: `0 0 ${width} ${height}` }} aria-hidden="true">
        <Axis layout={layout} {...props} />
        <Course layout={layout} series={series} />
        <ChartNotes {...{ layout, buckets }} annotations={props.annotations} isRead={place !== null} />
        {place !== null && <Probe {...{ layout, series, place }} />}
      </svg>
      {place !== null && <ChartReadOut {...{ layout, place }} {...props} />}
    </div>
  );
}

/** A place as it is read aloud. */
function spoken({ series, buckets, metric }: LineChartProps, place: number): string {
  return `${placeName(buckets, place, writing.value)}: ${metric.write(series.now[place], writing.value)}`;
}

type Reading = { readonly read: Signal<number | null>; readonly places: number; open(): void };

function readByKey(event: KeyboardEvent, { read, places, open }: Reading): void {
  const at = read.value ?? places - 1;
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: places - 1 }[event.key];
  if (next !== undefined) read.value = Math.max(0, Math.min(places - 1, next));
  else if (event.key === 'Escape' && read.value !== null) read.value = null;
  else if (event.key === 'Enter') open();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** The lines and the names of the axes, and the hatch behind what is not over. */
function Axis({
  layout,
  series,
  buckets,
  beforeBuckets,
  metric,
}: LineChartProps & { readonly layout: ChartLayout }) {
  const { width, height, floor, top, lines, places, isNarrow, step, x } = layout;
  const last = series.now.length - 1;
  const left = layout.isHourly ? x(last) - step / 2 : x(last - 1);
  return (
    <>
      <defs>
        <pattern
          {...{ id: 'hatch', width: 5, height: 5 }}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line {...{ x1: 0, y1: 0, x2: 0, y2: 5 }} class="hatch" />
        </pattern>
      </defs>
      {lines.map(({ value, y }) => (
        <line
          key={value}
          class="grid"
          {...{ x1: 0, x2: width }}
          y1={Math.round(y) + 0.5}
          y2={Math.round(y) + 0.5}
        />
      ))}
      {series.partial && places > 1 && last >= 0 && (
        <rect x={left} width={step} y={top} height={floor - top} fill="url(#hatch)" />
      )}
      <line class="base" {...{ x1: 0, x2: width, y1: floor + 0.5, y2: floor + 0.5 }} />
      {namedPlaces(buckets, places, isNarrow ? 4 : 8).map((place) => (
        <text key={place} class="tick" x={x(place)} y={height - 6} text-anchor={anchorOf(place, places)}>
          {tickName(buckets, place, writing.value) ||
            tickName(beforeBuckets ?? buckets, place, writing.value)}
        </text>
      ))}
      {lines.map(({ value, y }) => (
        <text key={value} class="tick halo" x="0" y={y - 5}>
          {metric.onAxis(value, writing.value)}
        </text>
      ))}
    </>
  );
}

function anchorOf(place: number, places: number): 'start' | 'middle' | 'end' {
  if (place === 0) return 'start';
  return place === places - 1 ? 'end' : 'middle';
}

/** Both periods, each one path: solid as far as it is over, dotted into the bucket that is not. */
function Course({ layout, series }: { readonly layout: ChartLayout; readonly series: ChartSeries }) {
  const { now, before, floor, step, isHourly } = layout;
  const whole = series.partial ? now.slice(0, -1) : now;
  const last = now.at(-1);
  const width = Math.max(1.5, step * 0.7);
  return (
    <>
      {before.length > 0 && <path class="was" d={pathOf(before)} />}
      {isHourly ? (
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
