import type { DashboardOverview, Dimension, ReportBreakdown, ReportRow } from '@cvq/contract';
import { addressOf, choose, state } from '../address/location.ts';
import { Spark } from '../chart/spark.tsx';
import { dimensionValue, isUnset } from '../figures/dimension-value.ts';
import { filterOf } from '../figures/filter-text.ts';
import { METRICS, type Metric } from '../figures/metrics.ts';
import { PANELS, type PanelId } from '../figures/panels.ts';
import { rowEmphasis } from '../figures/row-emphasis.ts';
import { count, type KnownNumber } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { Delta } from './delta.tsx';

type PanelProps = {
  readonly id: PanelId;
  readonly panel: ReportBreakdown | undefined;
  readonly totals: DashboardOverview['data']['totals'];
  readonly partial: boolean;
};

/** A dimension as a table: name, trend, a companion, the chosen measure and its change. A click on a name filters by it. */
export function Panel({ id, panel, totals, partial }: PanelProps) {
  const metric = metricOfRows(state.value.metric);
  const name = PANELS.find((one) => one.id === id)?.tabs[0].name ?? '';
  const all = panel?.rows ?? [];
  const measured = all.filter((row) => measureOf(row, metric) !== 0);
  // Of what a backend alone reports there are sales, and no visitors: rows are worth more than none.
  const rows = measured.length > 0 ? measured : all;
  const dimension = state.value.tabs[id];
  const companion = companionOf(dimension, metric);
  return (
    <section class="panel" aria-labelledby={`panel-${id}`}>
      <h2 id={`panel-${id}`} class="sr">
        {name}
      </h2>
      <PanelTabs id={id} />
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">{name}</span>
            </th>
            <th scope="col" class="trend">
              <span class="sr">Trend</span>
            </th>
            <th scope="col" class="n companion">
              {COMPANIONS[companion].short}
            </th>
            <th scope="col" class="n" aria-sort="descending">
              {METRICS[metric].short}
            </th>
            {totals.before && (
              <th scope="col" class="n change">
                Change
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {panel &&
            rows.map((row) => (
              <PanelRow
                key={row.value}
                {...{ row, dimension, metric, companion, totals, partial }}
                largest={Math.max(...rows.map((one) => measureOf(one, metric) ?? 0))}
              />
            ))}
        </tbody>
      </table>
      {panel && rows.length === 0 && <p class="none">Nothing here in this period.</p>}
      <PanelFoot {...{ panel, metric }} left={all.length - rows.length} />
    </section>
  );
}

function PanelTabs({ id }: { readonly id: PanelId }) {
  const tabs = PANELS.find((one) => one.id === id)?.tabs ?? [];
  const chosen = state.value.tabs[id];
  const show = (dimension: Dimension) => choose({ tabs: { ...state.value.tabs, [id]: dimension } });
  return (
    <fieldset class="tabs">
      <legend class="sr">Divide by</legend>
      {tabs.map(({ dimension, name }) => (
        <button
          key={dimension}
          type="button"
          aria-pressed={dimension === chosen}
          onClick={() => show(dimension)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

type RowProps = Pick<PanelProps, 'totals' | 'partial'> & {
  readonly row: ReportRow;
  readonly dimension: Dimension;
  readonly metric: Metric;
  readonly companion: Companion;
  readonly largest: number;
};

function PanelRow({ row, dimension, metric, companion, totals, partial, largest }: RowProps) {
  const value = measureOf(row, metric);
  const facts = METRICS[metric];
  const whole = facts.addsUp || metric === 'visitors' ? totals.now[metric] : largest;
  const share = value && whole ? Math.max(0.4, (value / whole) * 100) : 0;
  const shown = dimensionValue(dimension, row.value, writing.value.locale);
  const before = row.before?.[metric as keyof ReportRow['now']] ?? (row.before ? null : 0);
  return (
    <tr ref={(element) => element?.style.setProperty('--share', `${share}%`)}>
      <th scope="row">
        <button
          type="button"
          data-row
          class={`name ${isUnset(row.value) ? 'unset' : ''}`}
          title={`Only ${shown}; with Alt, all but ${shown}`}
          onClick={(event) => filterBy(dimension, row.value, event.altKey)}
        >
          {shown}
        </button>
      </th>
      <td class="trend">
        <Spark values={row.trend} partial={partial} />
      </td>
      <td class="n companion">{COMPANIONS[companion].write(row.now[companion], writing.value)}</td>
      <td class="n main">{facts.write(value, writing.value, largest)}</td>
      {totals.before && (
        <td class="n change">
          <Delta
            metric={facts}
            now={value}
            before={before}
            emphasis={rowEmphasis(metric, { now: value, before }, totals)}
          />
        </td>
      )}
    </tr>
  );
}

function filterBy(dimension: Dimension, value: string, isNot: boolean): void {
  const filter = filterOf(dimension, isNot ? 'is_not' : 'is', [value]);
  if (!state.value.filters.includes(filter)) choose({ filters: [...state.value.filters, filter] });
}

function PanelFoot({
  panel,
  metric,
  left,
}: {
  readonly panel: ReportBreakdown | undefined;
  readonly metric: Metric;
  readonly left: number;
}) {
  const isMore = panel !== undefined && panel.total_rows > panel.rows.length;
  return (
    <footer>
      {left > 0 && (
        <span>
          {left} without {METRICS[metric].name.toLowerCase()} left out
        </span>
      )}
      {isMore && (
        <a href={addressOf(`list/${panel.dimension}`, { sort: `-${METRICS[metric].rowsBy}` })}>
          All {count(panel.total_rows, writing.value)}
        </a>
      )}
    </footer>
  );
}

type Companion = 'conversions' | 'pageviews' | 'visitors' | 'revenue' | 'events';

const COMPANIONS: Readonly<Record<Companion, Pick<(typeof METRICS)['revenue'], 'short' | 'write'>>> = {
  ...METRICS,
  events: { short: 'Events', write: count } as never,
};

/** The second figure of a row, which the chosen measure is read beside. */
function companionOf(dimension: Dimension, metric: Metric): Companion {
  if (dimension === 'event_type') return 'events';
  if (dimension === 'page') return metric === 'pageviews' ? 'visitors' : 'pageviews';
  if (metric === 'conversions') return 'revenue';
  return 'conversions';
}

/** Rows have no spend and no time: they tell what they are put in order by then. */
function metricOfRows(chosen: Metric): Metric {
  return ROW_METRICS.has(chosen) ? chosen : (METRICS[chosen].rowsBy as Metric);
}

const ROW_METRICS: ReadonlySet<Metric> = new Set([
  ...(['visitors', 'sessions', 'pageviews', 'conversions'] as const),
  ...(['conversion_rate', 'revenue', 'bounce_rate'] as const),
]);

function measureOf({ now }: ReportRow, metric: Metric): KnownNumber {
  return metric in now ? now[metric as keyof ReportRow['now']] : null;
}
