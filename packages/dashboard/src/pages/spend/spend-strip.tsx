import type { ReportResponse } from '@cvq/contract';
import { meanMoved, movedBeyondChance } from '../../figures/beyond-chance.ts';
import { SPEND_METRICS, type SpendMetric } from '../../figures/spend-metrics.ts';
import { Delta } from '../../parts/delta.tsx';
import { writing } from '../../words/writing.ts';

type Totals = ReportResponse['data']['totals'];
type SpendStripProps = { readonly totals: Totals; readonly isCompared: boolean };

/** What ads cost and what was earned, with the change of each. */
export function SpendStrip({ totals: { now, before }, isCompared }: SpendStripProps) {
  return (
    <section class="strip few" aria-label="Figures">
      {(Object.keys(SPEND_METRICS) as SpendMetric[]).map((name) => (
        <div key={name} class="metric">
          <span class="label">{SPEND_METRICS[name].name}</span>
          <span class="figure">{SPEND_METRICS[name].write(now[name], writing.value)}</span>
          {isCompared && before && (
            <Delta
              metric={SPEND_METRICS[name]}
              now={now[name]}
              before={before[name]}
              emphasis={hasMoved(name, now, before) ? 'coloured' : 'muted'}
            />
          )}
        </div>
      ))}
    </section>
  );
}

/** What ads cost is decided, and no chance moves it. */
function hasMoved(name: SpendMetric, now: Totals['now'], before: Totals['now']): boolean {
  if (name === 'ad_spend') return false;
  return name === 'revenue' ? movedBeyondChance(name, now, before) : meanMoved(now[name], before[name]);
}
