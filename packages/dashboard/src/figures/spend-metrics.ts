import { money } from '../words/numbers.ts';
import { METRICS, type MetricFacts } from './metrics.ts';

/** The measures of the page of spend, in the order of its strip. */
export const SPEND_METRICS = {
  ad_spend: METRICS.ad_spend,
  revenue: METRICS.revenue,
  roas: METRICS.roas,
  cost_per_conversion: {
    name: 'Cost per conversion',
    short: 'Cost',
    write: money,
    onAxis: money,
    good: 'down',
    change: 'percent',
    kind: 'mean',
    addsUp: false,
    rowsBy: 'conversions',
  },
} as const satisfies Readonly<Record<string, MetricFacts>>;

export type SpendMetric = keyof typeof SPEND_METRICS;
