import type { ComponentChildren } from 'preact';
import type { MetricFacts } from '../figures/metrics.ts';
import { writing } from '../words/writing.ts';
import type { ChartLayout, ChartSeries } from './chart-layout.ts';
import { type Buckets, namedPlaces, tickName } from './place-names.ts';

type AxisProps = {
  readonly layout: ChartLayout;
  readonly series: ChartSeries;
  readonly buckets: Buckets;
  readonly beforeBuckets: Buckets | null;
  readonly metric: MetricFacts;
  /** What is drawn over the lines, and under the values that they stand for. */
  readonly children: ComponentChildren;
};

/** The lines and the names of the axes, and the hatch behind what is not over. */
export function Axis({ layout, series, buckets, beforeBuckets, metric, children }: AxisProps) {
  const { width, height, floor, zero, top, lines, places, isNarrow, step, x } = layout;
  const last = series.now.length - 1;
  const largest = Math.max(...lines.map(({ value }) => Math.abs(value)));
  const across = (y: number) => `M0 ${Math.round(y) + 0.5}H${width}`;
  const left = layout.hasBars ? x(last) - step / 2 : x(last - 1);
  return (
    <>
      <defs>
        <pattern
          {...{ id: 'hatch', width: 5, height: 5 }}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M0 0V5" class="hatch" />
        </pattern>
      </defs>
      {lines.map(({ value, y }) => (
        <path key={value} class="grid" d={across(y)} />
      ))}
      {series.partial && places > 1 && last >= 0 && (
        <rect x={left} width={step} y={top} height={floor - top} fill="url(#hatch)" />
      )}
      <path class="base" d={across(zero)} />
      {namedPlaces(buckets, places, isNarrow ? 4 : 8).map((place) => (
        <text key={place} class="tick" x={x(place)} y={height - 6} text-anchor={anchorOf(place, places)}>
          {tickName(buckets, place, writing.value) ||
            tickName(beforeBuckets ?? buckets, place, writing.value)}
        </text>
      ))}
      {children}
      {lines.map(({ value, y }) => (
        <text key={value} class="tick halo" x="0" y={y - 5}>
          {metric.onAxis(value, writing.value, largest)}
        </text>
      ))}
    </>
  );
}

function anchorOf(place: number, places: number): 'start' | 'middle' | 'end' {
  if (place === 0) return 'start';
  return place === places - 1 ? 'end' : 'middle';
}
