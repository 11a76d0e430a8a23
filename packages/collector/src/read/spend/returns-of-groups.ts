import { toMajorUnits } from '@cvq/contract';
import type { CampaignGroup } from '@cvq/storage';

/** What came of visits: revenue in the currency of the project, in major units. */
export function returnsOfGroups(groups: readonly CampaignGroup[], currency: string) {
  const sum = (countOf: (group: CampaignGroup) => number) =>
    groups.reduce((total, group) => total + countOf(group), 0);
  const minor = sum(({ values }) => values.find((value) => value.currency === currency)?.minor ?? 0);
  return {
    sessions: sum(({ sessions }) => sessions),
    conversions: sum(({ conversions }) => conversions),
    revenue: toMajorUnits(minor, currency),
  };
}
