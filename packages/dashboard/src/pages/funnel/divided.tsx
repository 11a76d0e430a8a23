import type { Dimension, FunnelResponse } from '@cvq/contract';
import { choose, state } from '../../address/location.ts';
import { dimensionName } from '../../figures/dimension-name.ts';
import { dimensionValue, isUnset } from '../../figures/dimension-value.ts';
import { eventName } from '../../figures/event-name.ts';
import { filterOf } from '../../figures/filter-text.ts';
import { count, percent } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type Breakdown = NonNullable<FunnelResponse['data']['breakdown']>;

/** The same funnel for each value of a dimension: a click on a name filters by it. */
export function Divided({ breakdown: { dimension, rows, total_rows } }: { readonly breakdown: Breakdown }) {
  const name = dimensionName(dimension);
  const steps = rows[0]?.steps ?? [];
  const best = Math.max(0, ...rows.map((row) => row.overall_conversion_rate ?? 0));
  return (
    <section class="panel divided" aria-labelledby="divided">
      <h2 id="divided" class="sr">
        By {name.toLowerCase()}
      </h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            {steps.map(({ event_type }, index) => (
              <th key={event_type} scope="col" class={`n ${isBetween(index, steps) ? 'between' : ''}`}>
                {eventName(event_type)}
              </th>
            ))}
            <th scope="col" class="n">
              To the end
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.value} dimension={dimension as Dimension} row={row} best={best} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="none">Nothing here in this period.</p>}
      {total_rows > rows.length && (
        <footer>
          {rows.length} of {count(total_rows, writing.value)}, by who took the first step
        </footer>
      )}
    </section>
  );
}

/** Steps for which a phone has no room. */
const isBetween = (index: number, { length }: { readonly length: number }) => index > 0 && index < length - 1;

type RowProps = {
  readonly dimension: Dimension;
  readonly row: Breakdown['rows'][number];
  readonly best: number;
};

function Row({ dimension, row, best }: RowProps) {
  const { value, steps, overall_conversion_rate: rate } = row;
  const shown = dimensionValue(dimension, value, writing.value.locale);
  const share = best > 0 ? ((rate ?? 0) / best) * 100 : 0;
  return (
    <tr ref={(element) => element?.style.setProperty('--share', `${share}%`)}>
      <th scope="row">
        <button
          type="button"
          data-row
          class={`name ${isUnset(value) ? 'unset' : ''}`}
          title={`Only ${shown}`}
          onClick={() => filterBy(dimension, value)}
        >
          {shown}
        </button>
      </th>
      {steps.map((step, index) => (
        <td key={step.event_type} class={`n ${isBetween(index, steps) ? 'between' : ''}`}>
          {count(step.count, writing.value)}
        </td>
      ))}
      <td class="n main">{percent(rate, writing.value)}</td>
    </tr>
  );
}

function filterBy(dimension: Dimension, value: string): void {
  const filter = filterOf(dimension, 'is', [value]);
  if (!state.value.filters.includes(filter)) choose({ filters: [...state.value.filters, filter] });
}
