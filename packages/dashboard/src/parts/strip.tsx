import type { DashboardOverview } from '@cvq/contract';
import { choose, state } from '../address/location.ts';
import { movedBeyondChance } from '../figures/beyond-chance.ts';
import { METRICS, type Metric } from '../figures/metrics.ts';
import { writing } from '../words/writing.ts';
import { Delta } from './delta.tsx';

type Totals = DashboardOverview['data']['totals'];

/** Which measures there are: those of spend only where something is known of it, or an address asks for it. */
function shownMetrics({ now }: Totals, chosen: Metric): Metric[] {
  const names = Object.keys(METRICS) as Metric[];
  return names.filter((name) => METRICS[name].rowsBy !== 'ad_spend' || name === chosen || now[name] != null);
}

/** The measures of the period; the chosen one drives the chart and all tables. */
export function Strip({ totals }: { readonly totals: Totals }) {
  const chosen = state.value.metric;
  const names = shownMetrics(totals, chosen);
  const move = (event: KeyboardEvent, index: number) => {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: names.length - 1 }[event.key];
    const name = next === undefined ? undefined : names.at(next % names.length);
    if (name === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choose({ metric: name });
    const tabs = (event.currentTarget as HTMLElement).parentElement?.children;
    (tabs?.[names.indexOf(name)] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="strip" role="tablist" aria-label="Measures" ref={showChosen}>
      {names.map((name, index) => (
        <button
          key={name}
          type="button"
          role="tab"
          class="metric"
          aria-selected={name === chosen}
          aria-controls="figures"
          tabIndex={name === chosen ? 0 : -1}
          onClick={() => choose({ metric: name })}
          onKeyDown={(event) => move(event, index)}
        >
          <span class="label">{METRICS[name].name}</span>
          <span class="figure">{METRICS[name].write(totals.now[name], writing.value)}</span>
          {totals.before && (
            <Delta
              metric={METRICS[name]}
              now={totals.now[name]}
              before={totals.before[name]}
              emphasis={movedBeyondChance(name, totals.now, totals.before) ? 'coloured' : 'muted'}
            />
          )}
        </button>
      ))}
    </div>
  );
}

/** A phone shows three pairs; those behind them are a way to the side. */
function showChosen(strip: HTMLElement | null): void {
  const tab = strip?.querySelector<HTMLElement>('[aria-selected="true"]');
  if (strip && tab) strip.scrollLeft = tab.offsetLeft - 250;
}
