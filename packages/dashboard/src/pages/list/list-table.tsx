import type { BreakdownRow, Dimension, ReportResponse, RowMeasureName } from '@cvq/contract';
import { addressOf, choose, openPage, state } from '../../address/location.ts';
import { Spark } from '../../chart/spark.tsx';
import { absentBefore } from '../../figures/absent-before.ts';
import { dimensionValue, isUnset } from '../../figures/dimension-value.ts';
import { filterOf } from '../../figures/filter-text.ts';
import { METRICS, type MetricFacts } from '../../figures/metrics.ts';
import { rowEmphasis } from '../../figures/row-emphasis.ts';
import type { Sort } from '../../figures/sort-of.ts';
import { Delta } from '../../parts/delta.tsx';
import { SortHeader } from '../../parts/sort-header.tsx';
import { count, seconds } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';

type Column = Pick<MetricFacts, 'short' | 'write' | 'change' | 'good' | 'kind'>;

const COLUMNS: Readonly<Record<RowMeasureName, Column>> = {
  ...METRICS,
  events: { short: 'Events', write: count, change: 'percent', good: 'up', kind: 'count' },
};

type ListTableProps = {
  readonly rows: readonly BreakdownRow[];
  readonly dimension: string;
  readonly measures: readonly RowMeasureName[];
  readonly sort: Sort<RowMeasureName>;
  readonly totals: ReportResponse['data']['totals'];
  /** Whether the last of what is drawn of each row is not over yet. */
  readonly partial: boolean;
};

/** The values with their measures. A click keeps one of them and looks at the Overview; Alt-click leaves it out. */
export function ListTable({ rows, sort, ...shown }: ListTableProps) {
  const { dimension, measures } = shown;
  const isCompared = rows.some(({ before }) => before !== undefined);
  const columns = measures.length + (isOfVisits(dimension) ? 2 : 1);
  return (
    <div class="panel sideways" ref={(element) => element?.style.setProperty('--columns', String(columns))}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">Value</span>
            </th>
            {isOfVisits(dimension) ? (
              <>
                <th scope="col" class="n other">
                  On page
                </th>
                <th scope="col" class="n other">
                  Exit
                </th>
              </>
            ) : (
              <th scope="col" class="trend">
                <span class="sr">Trend</span>
              </th>
            )}
            {measures.map((name) => (
              <SortHeader key={name} by={name} sort={sort} class={sort.by === name ? 'main' : 'other'}>
                {COLUMNS[name].short}
              </SortHeader>
            ))}
            <th scope="col" class="n change">
              {isCompared ? 'Change' : ''}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.value} {...{ row, ...shown, isCompared }} by={sort.by} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of pages that visits saw how they were looked at is told, and no trend. */
const isOfVisits = (dimension: string) => dimension === 'seen_page';

type RowProps = Omit<ListTableProps, 'rows' | 'sort'> & {
  readonly row: BreakdownRow;
  readonly by: RowMeasureName;
  readonly isCompared: boolean;
};

function Row({ row, dimension, measures, totals, partial, by, isCompared }: RowProps) {
  const shown = dimensionValue(dimension as Dimension, row.value, writing.value.locale);
  const [now, before] = [row[by], row.before ? row.before[by] : absentBefore(COLUMNS[by])];
  const whole = totals.now[by];
  const share = now && whole ? Math.max(0.4, (now / whole) * 100) : 0;
  const emphasis = by === 'events' ? 'muted' : rowEmphasis(by, { now, before }, totals);
  return (
    <tr ref={(element) => element?.style.setProperty('--share', `${share}%`)}>
      <th scope="row">
        <button
          type="button"
          data-row
          class={`name ${isUnset(row.value) ? 'unset' : ''}`}
          title={`Only ${shown}; with Alt, all but ${shown}`}
          onClick={(event) => filterBy({ dimension, value: row.value, isNot: event.altKey })}
        >
          {shown}
        </button>
      </th>
      {isOfVisits(dimension) ? (
        <>
          <td class="n other">{seconds(row.average_time_on_page_seconds)}</td>
          <td class="n other">{METRICS.bounce_rate.write(row.exit_rate, writing.value)}</td>
        </>
      ) : (
        <td class="trend">{row.trend && <Spark values={row.trend} partial={partial} />}</td>
      )}
      {measures.map((name) => (
        <td key={name} class={`n ${name === by ? 'main' : 'other'}`}>
          {COLUMNS[name].write(row[name], writing.value)}
        </td>
      ))}
      <td class="n change">
        {isCompared && <Delta metric={COLUMNS[by]} now={now} before={before} emphasis={emphasis} />}
      </td>
    </tr>
  );
}

type Wish = { readonly dimension: string; readonly value: string; readonly isNot: boolean };

/** What is left out leaves a list worth looking at; of one value alone the Overview tells more. */
function filterBy({ dimension, value, isNot }: Wish): void {
  const filter = filterOf(dimension, isNot ? 'is_not' : 'is', [value]);
  const { filters } = state.value;
  const all = filters.includes(filter) ? filters : [...filters, filter];
  if (isNot) choose({ filters: all });
  else openPage(addressOf('overview', { filters: all }));
}
