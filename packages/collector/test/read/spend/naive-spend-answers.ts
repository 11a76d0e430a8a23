import { expect } from 'vitest';

/** What answers tell of spend, in the plainest way: visit by visit, row by row, from the rules of docs/spend.md. */

export type NaiveRow = {
  readonly platform: string;
  readonly isFile: boolean;
  readonly date: string;
  readonly id: string;
  readonly name: string;
  /** In cents of the currency. */
  readonly cents: number;
  readonly currency: string;
  readonly impressions: number;
  readonly clicks: number;
};
export type NaiveWords = Readonly<
  Record<'source' | 'medium' | 'campaign' | 'channel' | 'ad_platform', string>
>;
export type NaiveVisit = {
  readonly date: string;
  readonly words: NaiveWords;
  readonly id: string | null;
  /** In cents of the project's currency. */
  readonly sales: readonly number[];
};
export type NaiveFilter = {
  readonly dimension: keyof NaiveWords;
  readonly operator: 'is' | 'is_not' | 'contains';
  readonly value: string;
};
export type NaiveStore = {
  readonly rows: readonly NaiveRow[];
  /** `platform date` of all that was read: a platform that is not here tells of nothing. */
  readonly read: ReadonlySet<string>;
  /** Ten-thousandths of the project's currency for one unit. */
  readonly rates: readonly {
    readonly date: string;
    readonly from: string;
    readonly tenThousandths: number;
  }[];
  readonly visits: readonly NaiveVisit[];
  readonly currency: string;
};

const NETWORKS: Readonly<Record<string, { network: string; sites: string[]; link: string[] }>> = {
  google_ads: { network: 'google', sites: ['google', 'youtube'], link: ['google', 'Paid Search'] },
  meta_ads: { network: 'meta', sites: ['facebook', 'instagram'], link: ['facebook', 'Paid Social'] },
  microsoft_ads: { network: 'microsoft', sites: ['bing'], link: ['bing', 'Paid Search'] },
  tiktok_ads: { network: 'tiktok', sites: ['tiktok'], link: ['tiktok', 'Paid Social'] },
};

const nameOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[\s_+-]+/g, ' ')
    .trim();
const isWithin = (date: string, first: string, last: string) => first <= date && date <= last;
const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/** Rows of a file of which the platform itself tells do not count. */
export function countedRows({ rows }: NaiveStore, first: string, last: string): NaiveRow[] {
  return rows.filter(
    (row) =>
      isWithin(row.date, first, last) &&
      !(
        row.isFile &&
        rows.some(
          (other) =>
            !other.isFile &&
            other.platform === row.platform &&
            other.date === row.date &&
            other.id === row.id,
        )
      ),
  );
}

/** In 10^-6 of a unit of the project's currency; null without a rate. */
function worthOf(store: NaiveStore, row: NaiveRow): number | null {
  if (row.currency === store.currency) return row.cents * 10_000;
  if (row.cents === 0) return 0;
  const rates = store.rates.filter(({ from, date }) => from === row.currency && date <= row.date);
  const latest = rates.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0];
  return latest === undefined ? null : row.cents * latest.tenThousandths;
}

/** In 10^-6 of a unit; every amount of these tests is a safe integer of them. */
export function naiveWorth(store: NaiveStore, rows: readonly NaiveRow[]): number | null {
  const worths = rows.map((row) => worthOf(store, row));
  return worths.includes(null) ? null : total(worths as number[]);
}

/** Rounded half to even to cents. */
export function naiveAmount(worth: number | null): number | null {
  if (worth === null) return null;
  if (worth < 0) return 0 - (naiveAmount(-worth) as number);
  const cents = Math.floor(worth / 10_000);
  const rest = worth - cents * 10_000;
  const isUp = rest > 5_000 || (rest === 5_000 && cents % 2 === 1);
  return (isUp ? cents + 1 : cents) / 100;
}

/** The fields of spend of rows beside what came of visits. */
export function naiveFields(store: NaiveStore, rows: readonly NaiveRow[], visits: readonly NaiveVisit[]) {
  const worth = naiveWorth(store, rows);
  const clicks = total(rows.map((row) => row.clicks));
  const sales = visits.flatMap((visit) => visit.sales);
  // Four digits are told; where the fifth is a five, a binary fraction may fall on either side of it.
  const per = (part: number, whole: number) =>
    worth === null || whole === 0 ? null : expect.closeTo(part / whole, 3);
  return {
    ad_spend: naiveAmount(worth),
    ad_impressions: total(rows.map((row) => row.impressions)),
    ad_clicks: clicks,
    cost_per_click: per((worth ?? 0) / 1e6, clicks),
    cost_per_conversion: per((worth ?? 0) / 1e6, sales.length),
    roas: worth !== null && worth > 0 ? per(total(sales) / 100, worth / 1e6) : null,
  };
}

export type NaiveCampaign = {
  readonly platform: string;
  readonly id: string;
  readonly name: string;
  readonly rows: readonly NaiveRow[];
  readonly visits: readonly NaiveVisit[];
  readonly words: NaiveWords;
};

/** The campaigns of a range with the visits that each of them led to. */
export function naiveCampaigns(store: NaiveStore, first: string, last: string): NaiveCampaign[] {
  const rows = countedRows(store, first, last).toSorted((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : a.isFile ? 1 : -1,
  );
  const keys = [...new Set(rows.map(({ platform, id }) => `${platform} ${id}`))];
  const campaigns = keys.map((key) => rows.filter(({ platform, id }) => `${platform} ${id}` === key));
  const visits = store.visits.filter(({ date }) => isWithin(date, first, last));
  const owners = new Map(visits.map((visit) => [visit, ownerOf(visit, campaigns)]));
  return campaigns.map((own) => {
    const { platform, id, name } = own.at(-1) as NaiveRow;
    const met = visits.filter((visit) => owners.get(visit) === own);
    return { platform, id, name, rows: own, visits: met, words: wordsOf(met, platform, name) };
  });
}

function ownerOf(visit: NaiveVisit, campaigns: readonly NaiveRow[][]): NaiveRow[] | undefined {
  const { words } = visit;
  const allowed = campaigns.filter(([row]) => {
    const network = NETWORKS[row?.platform ?? '']?.network;
    return words.ad_platform === '(not set)' || words.ad_platform === network;
  });
  const byId = allowed.filter(([row]) => row?.id === visit.id || row?.id.toLowerCase() === words.campaign);
  const byName = allowed.filter((own) => {
    const known = NETWORKS[own[0]?.platform ?? ''];
    const isOnSite =
      known === undefined ||
      words.ad_platform === known.network ||
      [...known.sites, '(not set)'].includes(words.source);
    return (
      isOnSite &&
      words.campaign !== '(not set)' &&
      own.some(({ name }) => nameOf(name) === nameOf(words.campaign))
    );
  });
  const rank = (own: NaiveRow[]) =>
    [-total(own.map(({ clicks }) => clicks)), -total(own.map(({ impressions }) => impressions))] as const;
  const best = (found: NaiveRow[][]) =>
    found.toSorted(
      (a, b) =>
        rank(a)[0] - rank(b)[0] ||
        rank(a)[1] - rank(b)[1] ||
        (`${a[0]?.platform} ${a[0]?.id}` < `${b[0]?.platform} ${b[0]?.id}` ? -1 : 1),
    )[0];
  return best(byId) ?? best(byName);
}

function wordsOf(visits: readonly NaiveVisit[], platform: string, name: string): NaiveWords {
  const texts = [...new Set(visits.map(({ words }) => inOrder(words)))];
  const weight = (text: string) => {
    const own = visits.filter(({ words }) => inOrder(words) === text);
    return own.length * 1000 + total(own.map(({ sales }) => sales.length));
  };
  const [most] = texts.toSorted((a, b) => weight(b) - weight(a) || (a < b ? -1 : 1));
  const found = visits.find(({ words }) => inOrder(words) === most);
  if (found !== undefined) return found.words;
  const known = NETWORKS[platform];
  const [source = platform, channel = 'Paid Other'] = known?.link ?? [];
  return {
    source,
    medium: 'cpc',
    campaign: name.toLowerCase(),
    channel,
    ad_platform: known?.network ?? '(not set)',
  };
}

const inOrder = ({ source, medium, campaign, channel, ad_platform }: NaiveWords) =>
  JSON.stringify([source, medium, campaign, channel, ad_platform]);

/**
 * The platforms that tell what visits of some words cost: of the campaigns that stand there, and whose ads led there. Null
 * where only a network did that nothing tells of.
 */
export function naivePlatforms(
  store: NaiveStore,
  visits: readonly NaiveVisit[],
  campaigns: readonly NaiveCampaign[],
  fulfilsByLink: (words: Partial<NaiveWords>) => boolean,
): string[] | null {
  const all = [...new Set([...store.read].map((read) => read.split(' ')[0] ?? ''))];
  const isOfCampaign = ({ words, id }: NaiveVisit) => words.campaign !== '(not set)' || id !== null;
  const mayLead = (platform: string, visit: NaiveVisit) => {
    const { network, sites } = NETWORKS[platform] ?? { network: '(none)', sites: [platform] };
    if (visit.words.ad_platform !== '(not set)') return visit.words.ad_platform === network;
    return isOfCampaign(visit) && sites.includes(visit.words.source);
  };
  const named = all.filter(
    (platform) =>
      campaigns.some((campaign) => campaign.platform === platform) ||
      visits.some((visit) => mayLead(platform, visit)),
  );
  if (named.length > 0) return named;
  if (visits.some(({ words }) => words.ad_platform !== '(not set)')) return null;
  if (visits.some(isOfCampaign)) return all;
  const linked = all.filter((platform) => {
    const { network = '(not set)', link: [source = platform, channel = 'Paid Other'] = [] } =
      NETWORKS[platform] ?? {};
    return [channel, 'Paid Shopping', 'Cross-network'].some((each) =>
      fulfilsByLink({ source, medium: 'cpc', channel: each, ad_platform: network }),
    );
  });
  return linked.length > 0 ? linked : all;
}

export function fulfils(words: Partial<NaiveWords>, filters: readonly NaiveFilter[]): boolean {
  return filters.every(({ dimension, operator, value }) => {
    const word = words[dimension];
    if (word === undefined) return true;
    if (operator === 'contains') return word.toLowerCase().includes(value.toLowerCase());
    return operator === 'is' ? word === value : word !== value;
  });
}
