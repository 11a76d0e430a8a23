import type { ReportResponse } from '@cvq/contract';
import type { Signal } from '@preact/signals';
import { Axis } from '../../chart/axis.tsx';
import { ChartFrame } from '../../chart/chart-frame.tsx';
import { type ChartLayout, layOut } from '../../chart/chart-layout.ts';
import { placeName } from '../../chart/place-names.ts';
import { ProbeLine } from '../../chart/probe-line.tsx';
import { ReadOut } from '../../chart/read-out.tsx';
import { barsOf, pathOf } from '../../chart/scale.ts';
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
  const buckets = { granularity, ...now };
  const series = { granularity, partial, now: now.measures.ad_spend ?? [], before: now.measures.revenue };
  return (
    <ChartFrame
      name={`Spend and revenue by ${granularity}`}
      read={read}
      layOut={(width) => layOut(series, width, true)}
      spoken={(place) => {
        const { spend, revenue } = valuesAt(now, place);
        return `${placeName(buckets, place, writing.value)}: spend ${spend}, revenue ${revenue}`;
      }}
      onOpen={(place) => {
        const label = now.labels[place];
        if (label !== undefined) onOpen(label.slice(0, 10));
      }}
      draw={(layout, place) => (
        <>
          <Axis {...{ layout, series, buckets, beforeBuckets: null }} metric={SPEND_METRICS.ad_spend}>
            <Marks layout={layout} partial={partial} />
          </Axis>
          <ProbeLine layout={layout} place={place} />
        </>
      )}
      readOut={(layout, place) => (
        <ReadOut layout={layout} place={place}>
          <div>{placeName(buckets, place, writing.value)}</div>
          <Values {...valuesAt(now, place)} />
        </ReadOut>
      )}
    />
  );
}

function valuesAt(now: Series['now'], place: number) {
  const write = (name: 'ad_spend' | 'revenue' | 'roas') =>
    SPEND_METRICS[name].write(now.measures[name]?.[place], writing.value);
  return { spend: write('ad_spend'), revenue: write('revenue'), roas: write('roas') };
}

function Marks({ layout, partial }: { readonly layout: ChartLayout; readonly partial: boolean }) {
  const { now: spend, before: revenue, zero, step } = layout;
  const width = Math.max(1.5, step * 0.7);
  const over = partial ? -1 : undefined;
  return (
    <>
      <path class="bars" d={barsOf(spend.slice(0, over), zero, width)} />
      {partial && <path class="bars so-far" d={barsOf(spend.slice(-1), zero, width)} />}
      <path class="earned" d={pathOf(revenue.slice(0, over))} />
      {partial && revenue.length > 1 && <path class="earned unfinished" d={pathOf(revenue.slice(-2))} />}
    </>
  );
}

function Values({ spend, revenue, roas }: ReturnType<typeof valuesAt>) {
  return (
    <>
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
    </>
  );
}
