import type { ReportResponse } from '@cvq/contract';
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Axis } from '../../chart/axis.tsx';
import { type ChartLayout, layOut } from '../../chart/chart-layout.ts';
import { placeName } from '../../chart/place-names.ts';
import { readByKey } from '../../chart/read-by-key.ts';
import { barsOf, pathOf } from '../../chart/scale.ts';
import { useWidth } from '../../chart/use-width.ts';
import { SPEND_METRICS } from '../../figures/spend-metrics.ts';
import { writing } from '../../words/writing.ts';

type Series = ReportResponse['data']['series'];
type SpendChartProps = {
  readonly series: Series;
  readonly read: Signal<number | null>;
  onOpen(label: string): void;
};

/** Spend as bars with revenue as a line, on one scale: both are amounts. */
export function SpendChart({ series: { now, granularity, partial }, read, onOpen }: SpendChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const buckets = { granularity, ...now };
  const series = { granularity, partial, now: now.measures.ad_spend ?? [], before: now.measures.revenue };
  const layout = layOut(series, useWidth(box, 1120), true);
  const { width, height, places } = layout;
  const place = read.value !== null && read.value < places ? read.value : null;
  const spoken = valuesAt(now, place ?? places - 1);
  const open = () => {
    const label = place === null ? undefined : now.labels[place];
    if (label !== undefined) onOpen(label.slice(0, 10));
  };
  return (
    <div
      class="chart"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`Spend and revenue by ${granularity}. Arrow keys read the values, Enter opens a day.`}
      aria-valuemin={0}
      aria-valuemax={places - 1}
      aria-valuenow={place ?? places - 1}
      aria-valuetext={`${placeName(buckets, place ?? places - 1, writing.value)}: spend ${spoken.spend}, revenue ${spoken.revenue}`}
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
        <Axis {...{ layout, series, buckets }} beforeBuckets={null} metric={SPEND_METRICS.ad_spend}>
          <Course layout={layout} partial={partial} />
        </Axis>
        {place !== null && (
          <line class="probe" x1={layout.x(place)} x2={layout.x(place)} y1={layout.top} y2={layout.floor} />
        )}
      </svg>
      {place !== null && (
        <ReadOut layout={layout} place={place} name={placeName(buckets, place, writing.value)} now={now} />
      )}
    </div>
  );
}

function valuesAt(now: Series['now'], place: number) {
  const write = (name: 'ad_spend' | 'revenue' | 'roas') =>
    SPEND_METRICS[name].write(now.measures[name]?.[place], writing.value);
  return { spend: write('ad_spend'), revenue: write('revenue'), roas: write('roas') };
}

function Course({ layout, partial }: { readonly layout: ChartLayout; readonly partial: boolean }) {
  const { now: spend, before: revenue, floor, step } = layout;
  const width = Math.max(1.5, step * 0.7);
  const over = partial ? -1 : undefined;
  return (
    <>
      <path class="bars" d={barsOf(spend.slice(0, over), floor, width)} />
      {partial && <path class="bars so-far" d={barsOf(spend.slice(-1), floor, width)} />}
      <path class="earned" d={pathOf(revenue.slice(0, over))} />
      {partial && revenue.length > 1 && <path class="earned unfinished" d={pathOf(revenue.slice(-2))} />}
    </>
  );
}

const WIDTH = 196;
const GAP = 14;

type ReadOutProps = {
  readonly layout: ChartLayout;
  readonly place: number;
  readonly name: string;
  readonly now: Series['now'];
};

/** The values at a place, beside the line, away from the middle of the chart. */
function ReadOut({ layout, place, name, now }: ReadOutProps) {
  const at = layout.x(place);
  const isLeft = at < layout.width / 2;
  const left = Math.max(0, Math.min(layout.width - WIDTH, isLeft ? at + GAP : at - GAP - WIDTH));
  const { spend, revenue, roas } = valuesAt(now, place);
  return (
    <div class="read-out" ref={(element) => element?.style.setProperty('translate', `${left}px`)}>
      <div>{name}</div>
      <div class="strong">
        <i class="key bar-key" />
        Spend<b>{spend}</b>
      </div>
      <div class="strong">
        <i class="key earned-key" />
        Revenue<b>{revenue}</b>
      </div>
      <div>
        Return on spend<b>{roas}</b>
      </div>
    </div>
  );
}
