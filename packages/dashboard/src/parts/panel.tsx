import type { DashboardOverview, ReportBreakdown, ReportRow } from '@cvq/contract';
import { addressOf, choose, state } from '../address/location.ts';
import { Spark } from '../chart/spark.tsx';
import { absentBefore } from '../figures/absent-before.ts';
import { dimensionValue, isUnset } from '../figures/dimension-value.ts';
import { filterOf } from '../figures/filter-text.ts';
import { isToldIn } from '../figures/is-told-in.ts';
import { METRICS, type Metric } from '../figures/metrics.ts';
import type { PANELS, PanelDimension } from '../figures/panels.ts';
import { rowEmphasis } from '../figures/row-emphasis.ts';
import { count, type KnownNumber, seconds } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { Delta } from './delta.tsx';
import { UnmatchedSpend } from './unmatched-spend.tsx';

type PanelProps = Pick<(typeof PANELS)[number], 'id' | 'tabs'> & {
  /** That of the tab, or of the last one while the rows of the tab are on their way. */
  readonly panel: ReportBreakdown;
  readonly totals: DashboardOverview['data']['totals'];
  readonly partial: boolean;
};

/** A dimension as a table: name, trend, a companion, the chosen measure and its change. A click on a name filters by it. */
export function Panel({ id, tabs, panel, totals, partial }: PanelProps) {
  const dimension = panel.dimension as PanelDimension;
  const metric = firstTold(panel, [state.value.metric, METRICS[state.value.metric].rowsBy as Metric]);
  const by = firstTold(panel, [METRICS[metric].rowsBy as Metric]);
  const measured = panel.rows.filter(({ now }) => measureIn(now, by) !== 0);
  // Of what a backend alone reports there are sales, and no visitors: rows are worth more than none.
  const rows = measured.length > 0 ? measured : panel.rows;
  // Rows that were chosen by another measure are in the order of this one until those that it chooses are there.
  rows.sort((one, other) => (measureIn(other.now, by) ?? 0) - (measureIn(one.now, by) ?? 0));
  const companion = companionOf(dimension, metric);
  const [{ name }] = tabs;
  return (
    <section
      class={`panel ${dimension === state.value.tabs[id] ? '' : 'stale'}`}
      aria-labelledby={`panel-${id}`}
    >
      <h2 id={`panel-${id}`} class="sr">
        {name}
      </h2>
      <PanelTabs {...{ id, tabs }} />
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr">{name}</span>
            </th>
            <th scope="col" class="trend">
              {isOfVisits(dimension) ? 'On page' : <span class="sr">Trend</span>}
            </th>
            <th scope="col" class="n companion">
              {COMPANIONS[companion].short}
            </th>
            <th scope="col" class="n" aria-sort={metric === by ? 'descending' : undefined}>
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
          {rows.map((row) => (
            <PanelRow
              key={row.value}
              {...{ row, dimension, metric, companion, totals, partial }}
              largest={largestIn(rows, metric)}
              beside={largestIn(rows, companion)}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p class="none">Nothing here in this period.</p>}
      <PanelFoot {...{ panel, by }} left={panel.rows.length - rows.length} />
    </section>
  );
}

function PanelTabs({ id, tabs }: Pick<PanelProps, 'id' | 'tabs'>) {
  const chosen = state.value.tabs[id];
  const show = (dimension: PanelDimension) => choose({ tabs: { ...state.value.tabs, [id]: dimension } });
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
  readonly dimension: PanelDimension;
  readonly metric: Metric;
  readonly companion: Companion;
  /** In the column of the measure, and in that of the companion. */
  readonly largest: number;
  readonly beside: number;
};

function PanelRow({ row, dimension, metric, companion, totals, partial, largest, beside }: RowProps) {
  const value = measureIn(row.now, metric);
  const facts = METRICS[metric];
  const whole = facts.addsUp || metric === 'visitors' ? totals.now[metric] : largest;
  const share = value && whole ? Math.max(0.4, (value / whole) * 100) : 0;
  const shown = dimensionValue(dimension, row.value, writing.value.locale);
  const before = row.before ? measureIn(row.before, metric) : absentBefore(facts);
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
        {isOfVisits(dimension) ? (
          seconds(row.now.average_time_on_page_seconds)
        ) : (
          <Spark values={row.trend} partial={partial} />
        )}
      </td>
      <td class="n companion">{COMPANIONS[companion].write(row.now[companion], writing.value, beside)}</td>
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

function filterBy(dimension: PanelDimension, value: string, isNot: boolean): void {
  const filter = filterOf(dimension, isNot ? 'is_not' : 'is', [value]);
  if (!state.value.filters.includes(filter)) choose({ filters: [...state.value.filters, filter] });
}

function PanelFoot({
  panel,
  by,
  left,
}: {
  readonly panel: ReportBreakdown;
  readonly by: Metric;
  readonly left: number;
}) {
  const isMore = panel.total_rows > panel.rows.length;
  return (
    <footer>
      <UnmatchedSpend amount={panel.unmatched_ad_spend} />
      {left > 0 && (
        <span>
          {left} without {METRICS[by].name.toLowerCase()} left out
        </span>
      )}
      {isMore && (
        <a href={addressOf(`list/${panel.dimension}`, { sort: `-${by}` })}>
          All {count(panel.total_rows, writing.value)}
        </a>
      )}
    </footer>
  );
}

type Companion = 'conversions' | 'pageviews' | 'visitors' | 'revenue' | 'ad_spend' | 'events';

const COMPANIONS: Readonly<Record<Companion, Pick<(typeof METRICS)['revenue'], 'short' | 'write'>>> = {
  ...METRICS,
  events: { short: 'Events', write: count } as never,
};

/** The second figure of a row, which the chosen measure is read beside. */
function companionOf(dimension: PanelDimension, metric: Metric): Companion {
  if (dimension === 'event_type') return 'events';
  if (dimension === 'page') return metric === 'pageviews' ? 'visitors' : 'pageviews';
  if (metric === 'roas') return 'ad_spend';
  if (metric === 'conversions' || metric === 'ad_spend') return 'revenue';
  return 'conversions';
}

type Measures = ReportRow['now'];

const measureIn = (of: Measures, metric: Metric | Companion): KnownNumber =>
  metric in of ? of[metric as keyof Measures] : null;

const largestIn = (rows: readonly ReportRow[], metric: Metric | Companion) =>
  Math.max(...rows.map(({ now }) => measureIn(now, metric) ?? 0));

/** Rows have no time of visits, and of some dimensions less: they tell what is known of them. */
function firstTold({ rows }: ReportBreakdown, metrics: readonly Metric[]): Metric {
  const told: readonly Partial<Record<Metric, KnownNumber>>[] = rows.map(({ now }) => now);
  return metrics.find((metric) => isToldIn(told, metric)) ?? 'visitors';
}

/** Whether a visit is in several rows, whose trend is not told. */
const isOfVisits = (dimension: PanelDimension) => dimension === 'seen_page';
