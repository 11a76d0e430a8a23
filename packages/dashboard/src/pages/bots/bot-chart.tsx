import type { BotSeries } from '@cvq/contract';
import type { Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Axis } from '../../chart/axis.tsx';
import { type ChartLayout, layOut } from '../../chart/chart-layout.ts';
import { placeName } from '../../chart/place-names.ts';
import { readByKey } from '../../chart/read-by-key.ts';
import { barsOf } from '../../chart/scale.ts';
import { useWidth } from '../../chart/use-width.ts';
import { METRICS } from '../../figures/metrics.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type BotChartProps = {
  readonly series: BotSeries;
  readonly read: Signal<number | null>;
  onOpen(label: string): void;
};

/** Bars of people with those of bots upon them. */
export function BotChart({ series, read, onOpen }: BotChartProps) {
  const { bot_requests: bots, people_requests: people, granularity, partial, labels } = series;
  const box = useRef<HTMLDivElement>(null);
  const both = bots.map((requests, place) => requests + (people[place] ?? 0));
  const shown = { granularity, partial, now: both, before: null };
  const layout = layOut(shown, useWidth(box, 1120), true);
  const { width, height, places } = layout;
  const place = read.value !== null && read.value < places ? read.value : null;
  const spokenAt = place ?? places - 1;
  const open = () => {
    const label = place === null ? undefined : labels[place];
    if (label !== undefined) onOpen(label);
  };
  return (
    <div
      class="chart"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`Requests of people and bots by ${granularity}. Arrow keys read the values, Enter opens a day.`}
      aria-valuemin={0}
      aria-valuemax={places - 1}
      aria-valuenow={spokenAt}
      aria-valuetext={`${placeName(series, spokenAt, writing.value)}: people ${count(people[spokenAt], writing.value)}, bots ${count(bots[spokenAt], writing.value)}`}
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
        <Axis {...{ layout, series: shown }} buckets={series} beforeBuckets={null} metric={METRICS.pageviews}>
          <Bars layout={layout} people={people} />
        </Axis>
        {place !== null && (
          <line class="probe" x1={layout.x(place)} x2={layout.x(place)} y1={layout.top} y2={layout.floor} />
        )}
      </svg>
      {place !== null && !layout.isNarrow && <ReadOut {...{ layout, place, series }} />}
    </div>
  );
}

/** Those of bots go down to the floor, and those of people stand before them. */
function Bars({ layout, people }: { readonly layout: ChartLayout; readonly people: readonly number[] }) {
  const { now, floor, step, x, y } = layout;
  const width = Math.max(1.5, step * 0.7);
  const ofPeople = people.map((requests, place) => [x(place), y(requests)] as const);
  return (
    <>
      <path class="of-bots" d={barsOf(now, floor, width)} />
      <path class="of-people" d={barsOf(ofPeople, floor, width)} />
    </>
  );
}

const WIDTH = 196;
const GAP = 14;

type ReadOutProps = { readonly layout: ChartLayout; readonly place: number; readonly series: BotSeries };

/** The values at a place, beside the line, away from the middle of the chart. */
function ReadOut({ layout, place, series }: ReadOutProps) {
  const at = layout.x(place);
  const left = at < layout.width / 2 ? at + GAP : at - GAP - WIDTH;
  const { bot_requests: bots, people_requests: people } = series;
  return (
    <div class="read-out" ref={(element) => element?.style.setProperty('translate', `${left}px`)}>
      <div>{placeName(series, place, writing.value)}</div>
      <div class="strong">
        <i class="key people-key" />
        People<b>{count(people[place], writing.value)}</b>
      </div>
      <div class="strong">
        <i class="key bot-key" />
        Bots<b>{count(bots[place], writing.value)}</b>
      </div>
    </div>
  );
}
