import type { SpendResponse } from '@cvq/contract';
import type { CalendarDay } from '@cvq/storage';
import { isoOrNull } from '../../iso-or-null.ts';
import type { JoinedCampaign } from './join-campaigns.ts';
import { platformGroups } from './platform-groups.ts';
import { returnsOfGroups } from './returns-of-groups.ts';
import { spendByCurrency } from './spend-by-currency.ts';
import { type Returns, spendMeasures } from './spend-measures.ts';
import type { FoundSpend } from './spend-of-range.ts';
import { missingMessage } from './spend-warnings.ts';
import { sumDays } from './sum-days.ts';
import { type SpendSum, sumSpend } from './sum-spend.ts';

type Told = Extract<SpendResponse['data'], { available: true }>;

/** What get_spend tells of spend that is known: in all, and by platform, campaign and day. */
export function spendAnswer(found: FoundSpend, totals: Returns, currency: string) {
  const { rows, sum, campaigns, groups } = found;
  const ofPlatform = Map.groupBy(campaigns, ({ platform }) => platform);
  const groupsOf = platformGroups(campaigns, groups);
  const by_campaign = campaigns.toSorted(bySpend).map((campaign) => toCampaign(campaign, currency));
  return {
    totals: withReturns(sum, totals, currency),
    by_currency: spendByCurrency(rows, currency),
    by_platform: Array.from(ofPlatform, ([platform, own]) => ({
      platform,
      sum: sumSpend(own.flatMap((campaign) => campaign.rows)),
    }))
      .sort(bySpend)
      .map(({ platform, sum: spent }) => ({
        platform,
        ...withReturns(spent, returnsOfGroups(groupsOf.get(platform) ?? [], currency), currency),
      })),
    by_campaign,
    by_day: byDay(found, currency),
    incomplete: incompleteOf(found),
  } satisfies Partial<Told>;
}

/** Those of which neither visits nor conversions were found. */
export function unmatchedOf(campaigns: Told['by_campaign']): Told['unmatched'] {
  return campaigns
    .filter(({ matched }) => !matched)
    .map(({ platform, campaign_id, campaign, ad_spend }) => ({ platform, campaign_id, campaign, ad_spend }));
}

function withReturns(sum: SpendSum, { conversions, revenue }: Returns, currency: string) {
  const told = spendMeasures(sum, { conversions, revenue }, { currency, round: 'rounded' });
  const { ad_spend, cost_per_click, cost_per_conversion, roas } = told;
  return {
    ad_spend,
    ad_impressions: sum.impressions,
    ad_clicks: sum.clicks,
    conversions,
    revenue,
    cost_per_click,
    cost_per_conversion,
    roas,
  };
}

/** What a campaign without visits has brought is not known: its links may carry no name of it. */
function toCampaign({ platform, id, name, sum, groups }: JoinedCampaign, currency: string) {
  const named = { platform, campaign_id: id, campaign: name };
  const { sessions, ...returns } = returnsOfGroups(groups, currency);
  const told = withReturns(sum, returns, currency);
  if (groups.length > 0) return { ...named, ...told, matched: true, sessions };
  const unknown = { sessions: null, conversions: null, revenue: null, cost_per_conversion: null, roas: null };
  return { ...named, ...told, matched: false, ...unknown };
}

/** What cost most comes first; what is worth nobody knows how much comes last. */
function bySpend<Spent extends { readonly platform: string; readonly id?: string; readonly sum: SpendSum }>(
  one: Spent,
  other: Spent,
): number {
  const [cost, others] = [one.sum.worth, other.sum.worth];
  if (cost !== others) return others === null || (cost !== null && cost > others) ? -1 : 1;
  return `${one.platform} ${one.id}` < `${other.platform} ${other.id}` ? -1 : 1;
}

function byDay(found: FoundSpend, currency: string): Told['by_day'] {
  const { days } = found;
  const sums = sumDays(
    found,
    days.map((day, index) => ({ from: day, before: days[index + 1] ?? null })),
  );
  return days.map((date: CalendarDay, index) => {
    const { sum = null, isProvisional = false } = sums[index] ?? {};
    const { ad_spend, ad_impressions, ad_clicks } = spendMeasures(
      sum,
      { conversions: 0, revenue: 0 },
      { currency, round: 'rounded' },
    );
    const provisional = isProvisional ? { provisional: true as const } : {};
    return { date, ad_spend, ad_impressions, ad_clicks, ...provisional };
  });
}

function incompleteOf({ cover }: FoundSpend): Told['incomplete'] {
  return cover.sources.flatMap((each) => {
    const { source, missing, reason } = each;
    const message = missingMessage(each);
    const [first_day, last_day] = [missing[0], missing.at(-1)];
    if (message === null || first_day === undefined || last_day === undefined) return [];
    return {
      platform: source.platform,
      account: source.account === '' ? null : source.account,
      reason,
      days: missing.length,
      first_day,
      last_day,
      last_good_day: source.lastGoodDay,
      read_at: isoOrNull(source.readAt),
      message,
    };
  });
}
