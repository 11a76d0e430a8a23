import type { BotSeries } from '@cvq/contract';
import type { Signal } from '@preact/signals';
import { Axis } from '../../chart/axis.tsx';
import { ChartFrame } from '../../chart/chart-frame.tsx';
import { type ChartLayout, layOut } from '../../chart/chart-layout.ts';
import { placeName } from '../../chart/place-names.ts';
import { ProbeLine } from '../../chart/probe-line.tsx';
import { ReadOut } from '../../chart/read-out.tsx';
import { barsOf } from '../../chart/scale.ts';
import { METRICS } from '../../figures/metrics.ts';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type BotChartProps = {
  readonly series: BotSeries;
  readonly read: Signal<number | null>;
  onOpen(label: string): void;
};

/** Bars of people with those of bots on top of them. */
export function BotChart({ series, read, onOpen }: BotChartProps) {
  const { bot_requests: bots, people_requests: people, granularity, partial, labels } = series;
  const both = bots.map((requests, place) => requests + (people[place] ?? 0));
  const shown = { granularity, partial, now: both, before: null };
  const at = (counts: readonly number[], place: number) => count(counts[place], writing.value);
  return (
    <ChartFrame
      name={`Requests of people and bots by ${granularity}`}
      read={read}
      layOut={(width) => layOut(shown, width, true)}
      spoken={(place) =>
        `${placeName(series, place, writing.value)}: people ${at(people, place)}, bots ${at(bots, place)}`
      }
      onOpen={(place) => {
        const label = labels[place];
        if (label !== undefined) onOpen(label);
      }}
      draw={(layout, place) => (
        <>
          <Axis
            {...{ layout, series: shown, buckets: series, beforeBuckets: null }}
            metric={METRICS.pageviews}
          >
            <Bars layout={layout} people={people} />
          </Axis>
          <ProbeLine layout={layout} place={place} />
        </>
      )}
      readOut={(layout, place) => (
        <ReadOut layout={layout} place={place}>
          <div>{placeName(series, place, writing.value)}</div>
          <div class="strong">
            <i class="key people-key" />
            People<b>{at(people, place)}</b>
          </div>
          <div class="strong">
            <i class="key bot-key" />
            Bots<b>{at(bots, place)}</b>
          </div>
        </ReadOut>
      )}
    />
  );
}

/** Those of bots go down to the floor, and those of people stand before them. */
function Bars({ layout, people }: { readonly layout: ChartLayout; readonly people: readonly number[] }) {
  const { now, zero, step, x, y } = layout;
  const width = Math.max(1.5, step * 0.7);
  const ofPeople = people.map((requests, place) => [x(place), y(requests)] as const);
  return (
    <>
      <path class="of-bots" d={barsOf(now, zero, width)} />
      <path class="of-people" d={barsOf(ofPeople, zero, width)} />
    </>
  );
}
