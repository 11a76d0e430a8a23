import type { DashboardOverview, Granularity } from '@cvq/contract';
import { GRANULARITIES } from '@cvq/contract/constants';
import type { Signal } from '@preact/signals';
import { countDays } from '../address/civil-days.ts';
import { choose, state } from '../address/location.ts';
import { METRICS } from '../figures/metrics.ts';
import { clock, day, span } from '../words/dates.ts';
import { withCapital } from '../words/with-capital.ts';
import { writing } from '../words/writing.ts';
import { notedDay } from './open-notes.ts';

type LegendProps = { readonly answer: DashboardOverview; readonly read: Signal<number | null> };

/** Hours over a longer range than this are refused by the collector. */
const MOST_DAYS_BY_HOUR = 7;

/** Names both periods in dates, says what is not over, and chooses the length of a bucket. */
export function Legend({ answer: { data, meta }, read }: LegendProps) {
  const { compare, generated_at: today } = meta;
  const metric = METRICS[state.value.metric];
  const place = read.value;
  const valueAt = (column: readonly (number | null)[] | undefined) =>
    place === null ? null : <b class="phone">{metric.write(column?.[place], writing.value)}</b>;
  const now = data.series.now.measures[state.value.metric];
  const before = data.series.before?.measures[state.value.metric];
  return (
    <figcaption class="legend">
      <span>
        <i class="key now" />
        {span(meta.start_date, meta.end_date, { ...writing.value, today })} {valueAt(now)}
      </span>
      {compare?.complete && (
        <span>
          <i class="key was" />
          {span(compare.start_date, compare.end_date, { ...writing.value, today })} {valueAt(before)}
        </span>
      )}
      {compare && !compare.complete && <span>no figures before {firstDay(meta.first_event_at, today)}</span>}
      {data.series.partial && (
        <span>
          <i class="key part" />
          {compare?.until ? `today so far, compared up to ${clock(today, writing.value)}` : 'not over yet'}
        </span>
      )}
      {data.annotations.map(({ id, date, text }) => (
        <span class="phone" key={id}>
          <i class="key note" />
          {day(date, writing.value)}: {text}
        </span>
      ))}
      <span class="grow" />
      <GranularityChoice chosen={data.series.granularity} days={countDays(meta.start_date, meta.end_date)} />
      <button
        type="button"
        class="quiet"
        onClick={() => {
          notedDay.value = meta.end_date;
        }}
      >
        Annotate
      </button>
      <button
        type="button"
        class="quiet"
        aria-pressed={state.value.table}
        onClick={() => choose({ table: !state.value.table })}
      >
        Table
      </button>
    </figcaption>
  );
}

function GranularityChoice({ chosen, days }: { readonly chosen: Granularity; readonly days: number }) {
  return (
    <fieldset class="segments">
      <legend class="sr">Length of a bucket</legend>
      {GRANULARITIES.map((granularity) => (
        <button
          key={granularity}
          type="button"
          aria-pressed={granularity === chosen}
          disabled={granularity === 'hour' && days > MOST_DAYS_BY_HOUR}
          onClick={() => choose({ granularity })}
        >
          {withCapital(granularity)}
        </button>
      ))}
    </fieldset>
  );
}

function firstDay(moment: string | null, today: string): string {
  return moment === null ? 'the first visit' : day(moment.slice(0, 10), { ...writing.value, today });
}
