import type { Meta } from '@cvq/contract';
import type { ComponentChildren } from 'preact';
import { choose, state } from '../address/location.ts';
import { span } from '../words/dates.ts';
import { writing } from '../words/writing.ts';

type ChartLegendProps = {
  readonly meta: Meta;
  /** Why the last bucket says less than it will; null where it is over. */
  readonly unfinished: string | null;
  /** What each mark of the chart stands for. */
  readonly children: ComponentChildren;
};

/** What a chart shows and of which days, and the button for the table in its place. */
export function ChartLegend({ meta, unfinished, children }: ChartLegendProps) {
  return (
    <figcaption class="legend">
      {children}
      <span>{span(meta.start_date, meta.end_date, { ...writing.value, today: meta.generated_at })}</span>
      {unfinished !== null && (
        <span>
          <i class="key part" />
          {unfinished}
        </span>
      )}
      <span class="grow" />
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
