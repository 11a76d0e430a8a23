import type { DashboardOverview } from '@cvq/contract';

/** An earlier period from before the first event has no figures that change could be told from: nothing is compared then. */
export function comparable(answer: DashboardOverview): DashboardOverview {
  const { data, meta } = answer;
  if (meta.compare?.complete !== false) return answer;
  return {
    meta,
    data: {
      ...data,
      totals: { ...data.totals, before: null },
      series: { ...data.series, before: null },
    },
  };
}
