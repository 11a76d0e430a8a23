import type { AdPlatform } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { type Random, seededRandom } from '../../../../../test/builders/seeded-random.ts';
import { WHOLE } from '../../../../../test/builders/whole.ts';
import {
  countedRows,
  fulfils,
  type NaiveFilter,
  type NaiveRow,
  type NaiveStore,
  type NaiveVisit,
  type NaiveWords,
  naiveAmount,
  naiveCampaigns,
  naiveFields,
  naivePlatforms,
  naiveWorth,
} from './naive-spend-answers.ts';
import { openSpendShop } from './spend-shop.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_123);
const STORES = WHOLE ? 20 : 4;
const QUESTIONS = 4;

/** Clocks in New York and Los Angeles went back on the first of November. It is the 12th, and the 13th on Chatham. */
const ZONE = 'America/New_York';
const NOW = Date.parse('2026-11-12T16:00:00Z');
const TODAY = '2026-11-12';
const DAYS = Array.from({ length: 25 }, (_, index) =>
  new Date(Date.parse('2026-10-20') + index * 86_400_000).toISOString().slice(0, 10),
);

const ACCOUNTS = [
  ['google_ads', 'USD', 'America/Los_Angeles'],
  ['meta_ads', 'INR', 'Asia/Kolkata'],
  ['microsoft_ads', 'NZD', 'Pacific/Chatham'],
] as const satisfies [AdPlatform, string, string][];

const CAMPAIGNS = [
  ['101', 'Autumn Sale'],
  ['102', 'Autumn-Sale'],
  ['103', 'Brand'],
  ['x9', 'Tea & Pots'],
  ['Z7', 'Autumn sale 2'],
] as const;

/** Links, with the words that reports give to their visits. */
const LINKS: readonly [query: string, words: string, id: string | null][] = [
  [
    'gclid=a&utm_source=google&utm_medium=cpc&utm_campaign=Autumn+Sale',
    'google|cpc|autumn sale|Paid Search|google',
    null,
  ],
  [
    'gclid=b&utm_source=google&utm_medium=cpc&utm_campaign=autumn_sale',
    'google|cpc|autumn_sale|Paid Search|google',
    null,
  ],
  ['gclid=c', 'google|cpc|(not set)|Paid Search|google', null],
  ['gclid=d&gad_campaignid=103', 'google|cpc|(not set)|Paid Search|google', '103'],
  ['utm_source=google&utm_medium=cpc&utm_campaign=101', 'google|cpc|101|Paid Search|google', null],
  [
    'utm_source=facebook&utm_medium=paid_social&utm_campaign=Brand&utm_id=102',
    'facebook|paid_social|brand|Paid Social|meta',
    '102',
  ],
  [
    'utm_source=instagram&utm_medium=social&utm_campaign=autumn+sale+2',
    'instagram|social|autumn sale 2|Organic Social|(not set)',
    null,
  ],
  [
    'msclkid=e&utm_source=bing&utm_medium=cpc&utm_campaign=tea+%26+pots',
    'bing|cpc|tea & pots|Paid Search|microsoft',
    null,
  ],
  [
    'utm_source=letter&utm_medium=email&utm_campaign=Autumn+Sale',
    'letter|email|autumn sale|Email|(not set)',
    null,
  ],
  ['utm_source=letter&utm_medium=email&utm_campaign=x9', 'letter|email|x9|Email|(not set)', null],
  ['utm_campaign=Brand', '(not set)|(not set)|brand|Referral|(not set)', null],
  ['', '(direct)|(none)|(not set)|Direct|(not set)', null],
];

function wordsIn(text: string): NaiveWords {
  const [source = '', medium = '', campaign = '', channel = '', ad_platform = ''] = text.split('|');
  return { source, medium, campaign, channel, ad_platform };
}

/** One to three parts of the days that were read, some again with other figures. */
function partsOf(random: Random) {
  return Array.from({ length: random.whole(1, 3) }, () => {
    const first = random.whole(0, DAYS.length - 1);
    return { first, last: Math.min(DAYS.length - 1, first + random.whole(0, 20)) };
  });
}

function rowsOf(
  random: Random,
  {
    platform,
    isFile,
    currency,
    days,
  }: Pick<NaiveRow, 'platform' | 'isFile' | 'currency'> & { days: readonly string[] },
): NaiveRow[] {
  return days.flatMap((date) =>
    CAMPAIGNS.filter(() => random.chance(0.3)).map(([id, name]) => ({
      ...{ platform, isFile, date, id, currency },
      name: random.chance(0.1) ? `${name} (new)` : name,
      cents: centsOf(random, isFile),
      impressions: random.whole(0, 5_000),
      clicks: random.whole(0, 3),
    })),
  );
}

/** A platform may take back what it charged. */
function centsOf(random: Random, isFile: boolean): number {
  if (random.chance(0.1)) return 0;
  return random.chance(0.1) && !isFile ? -random.whole(1, 99_999) : random.whole(1, 99_999);
}

const shop = await openSpendShop({ timezone: ZONE, settings: { CVQ_BROWSER_RATE: '0' } });
const { collector } = shop;

/** A project with random spend, visits and rates, and the same in the plainest form. */
async function randomStore(random: Random): Promise<{ project: string; store: NaiveStore }> {
  collector.clock.now = NOW;
  const { project } = await collector.addProject({
    timezone: ZONE,
    currency: 'EUR',
    hosts: ['shop.example'],
  });
  let rows: NaiveRow[] = [];
  const read = new Set<string>();
  for (const [platform, currency, timeZone] of ACCOUNTS.filter(() => random.chance(0.8))) {
    for (const { first, last } of partsOf(random)) {
      const days = DAYS.slice(first, last + 1);
      const own = rowsOf(random, { platform, isFile: false, currency, days });
      const given = {
        project,
        timeZone,
        days: { first: days[0] ?? '', last: days.at(-1) ?? '' },
        rows: own.map(toRow),
      };
      const source = await shop.account(platform, given);
      if (random.chance(0.2)) await shop.breaks(source);
      rows = [...rows.filter((row) => row.platform !== platform || !days.includes(row.date)), ...own];
      for (const day of days) read.add(`${platform} ${day}`);
    }
  }
  for (const platform of ['tiktok_ads', 'podcast', 'google_ads'].filter(() => random.chance(0.4))) {
    const days = DAYS.filter((day) => day <= '2026-11-13' && random.chance(0.5));
    const own = rowsOf(random, { platform, isFile: true, currency: random.pick(['EUR', 'USD']), days });
    if (own.length === 0) continue;
    await shop.file(
      own.map((row) => ({ ...toRow(row), platform })),
      project,
    );
    rows.push(...own);
    for (const { date } of own) read.add(`${platform} ${date}`);
  }
  const rates = ['USD', 'INR', 'NZD'].flatMap((from) =>
    DAYS.filter((_, index) => (index === 0 ? random.chance(0.7) : random.chance(0.1))).map((date) => ({
      ...{ date, from, tenThousandths: random.whole(1, 20_000) },
    })),
  );
  const told = rates.map(({ date, from, tenThousandths }) => ({
    date,
    from,
    to: 'EUR',
    rate: tenThousandths / 10_000,
  }));
  await collector.control.putRates(project, told);
  const visits: NaiveVisit[] = [];
  for (let number = random.whole(0, 14); number > 0; number -= 1) {
    const [query, words, id] = random.pick(LINKS);
    const date = random.pick(DAYS.filter((day) => day <= TODAY));
    const sales = Array.from({ length: random.chance(0.4) ? random.whole(1, 2) : 0 }, () =>
      random.whole(1, 20_000),
    );
    await shop.visit({
      project,
      query: `?${query}`,
      day: date,
      hour: 15,
      sales: sales.map((cents) => cents / 100),
    });
    visits.push({ date, words: wordsIn(words), id, sales });
  }
  return { project, store: { rows, read, rates, visits, currency: 'EUR' } };
}

function toRow({ date, id, name, cents, currency, impressions, clicks }: NaiveRow) {
  return {
    date,
    campaignId: id,
    campaign: name,
    micros: BigInt(cents) * 10_000n,
    currency,
    impressions,
    clicks,
  };
}

function randomFilters(random: Random, visits: readonly NaiveVisit[]): NaiveFilter[] {
  if (random.chance(0.4)) return [];
  const words = [...visits.map((visit) => visit.words), wordsIn('google|cpc|brand|Paid Search|google')];
  return Array.from({ length: random.whole(1, 2) }, () => {
    const dimension = random.pick(['source', 'medium', 'campaign', 'channel', 'ad_platform'] as const);
    return {
      dimension,
      operator: random.pick(['is', 'is_not', 'contains'] as const),
      value: random.pick(words)[dimension],
    };
  });
}

const NULLS = {
  ad_spend: null,
  ad_impressions: null,
  ad_clicks: null,
  cost_per_click: null,
  cost_per_conversion: null,
  roas: null,
};

/** The Monday of a day's week, the first of its month, or the day; or the first day of the range where that comes later. */
function bucketOf(date: string, granularity: string, first: string): string {
  const day = new Date(date);
  if (granularity === 'week') day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  if (granularity === 'month') day.setUTCDate(1);
  const start = day.toISOString().slice(0, 10);
  return start < first ? first : start;
}

type MakeQuery = (more: Record<string, string>) => [string, string][];

/** Rows of a report that are chosen by what they cost are those of the breakdown that cost most. */
async function checkReport(
  query: MakeQuery,
  { dimension, limit }: { readonly dimension: string; readonly limit: number },
) {
  const asked = query({ measure: 'ad_spend', breakdown: `${dimension}:${limit}` });
  const told = (await shop.ask('report', asked)).data.breakdowns[0]?.rows ?? [];
  const { rows } = (await shop.ask('breakdown', query({ dimension }))).data;
  const costOf = new Map(rows.map(({ value, ad_spend, roas }) => [value, { ad_spend, roas }]));
  expect(told).toHaveLength(Math.min(limit, rows.length));
  for (const { value, now } of told) expect(now, value).toMatchObject(costOf.get(value) ?? {});
  const costs = told.map(({ now }) => now.ad_spend ?? 0);
  const positive = costs.filter((cost) => cost > 0);
  expect(positive).toEqual(positive.toSorted((one, other) => other - one));
  const shown = new Set(told.map(({ value }) => value));
  for (const { value, ad_spend } of rows)
    if (!shown.has(value) && (ad_spend ?? 0) > 0)
      expect(Math.min(...costs)).toBeGreaterThanOrEqual(ad_spend ?? 0);
}

/** A breakdown that is sorted by what rows cost has the same rows, and pages that follow each other. */
async function checkOrder(
  query: MakeQuery,
  { dimension, limit }: { readonly dimension: string; readonly limit: number },
) {
  const rowsOf = async (more: Record<string, string>) =>
    (await shop.ask('breakdown', query({ dimension, ...more }))).data.rows;
  const byVisitors = await rowsOf({});
  const costs = (rows: typeof byVisitors) => rows.map(({ ad_spend }) => ad_spend ?? 0);
  const dearest = await rowsOf({ sort: '-ad_spend' });
  expect(
    dearest.toSorted(
      (one, other) =>
        byVisitors.findIndex(({ value }) => value === one.value) -
        byVisitors.findIndex(({ value }) => value === other.value),
    ),
  ).toEqual(byVisitors);
  expect(costs(dearest)).toEqual(costs(dearest).toSorted((one, other) => other - one));
  const free = (rows: typeof byVisitors) =>
    rows.filter(({ ad_spend }) => !ad_spend).map(({ value }) => value);
  expect(free(dearest), 'what costs nothing, or nobody knows what, by visitors').toEqual(free(byVisitors));
  const { meta } = await shop.ask('breakdown', query({ dimension, sort: '-ad_spend' }));
  if (meta.sort === '-visitors') expect(byVisitors.filter(({ ad_spend }) => ad_spend)).toEqual([]);
  if (byVisitors.every(({ ad_spend }) => ad_spend == null)) expect(meta.sort).toBe('-visitors');
  const cheapest = costs(await rowsOf({ sort: 'ad_spend' }));
  expect(cheapest).toEqual(costs(dearest).toReversed());
  const pages = [
    ...(await rowsOf({ sort: '-ad_spend', limit: `${limit}` })),
    ...(await rowsOf({ sort: '-ad_spend', offset: `${limit}` })),
  ];
  expect(pages).toEqual(dearest);
}

async function checkQuestion(random: Random, project: string, store: NaiveStore) {
  const [first = '', last = ''] = [random.pick(DAYS), random.pick(DAYS)].toSorted();
  const end = last < TODAY ? last : TODAY;
  const days = DAYS.filter((day) => first <= day && day <= end);
  const filters = randomFilters(random, store.visits);
  const asked = { project, start_date: first, end_date: last };
  const filtered: [string, string][] = filters.map(({ dimension, operator, value }) => [
    'filter',
    `${dimension}:${operator}:${value.replaceAll('|', '\\|')}`,
  ]);
  const query = (more: Record<string, string> = {}) => [
    ...Object.entries({ ...asked, ...more }),
    ...filtered,
  ];

  const campaigns = naiveCampaigns(store, first, end).filter(({ words }) => fulfils(words, filters));
  const rows = campaigns.flatMap((campaign) => campaign.rows);
  const visits = store.visits.filter(
    ({ date, words }) => first <= date && date <= end && fulfils(words, filters),
  );
  const platforms =
    filters.length === 0
      ? everyPlatform(store)
      : naivePlatforms(store, visits, campaigns, (words) => fulfils(words, filters));
  const isAnyKnown = isKnownBy(store, everyPlatform(store));
  const isKnown = isKnownBy(store, platforms);
  const overview = (await shop.ask('overview', query())).data;
  const spend = (await shop.ask('spend', asked)).data;
  if (days.some(isAnyKnown) && !days.some(isKnown)) {
    expect(overview).toMatchObject(NULLS);
    const reason = platforms === null ? /^no_ad_platform_integration$/ : /^(not_read|integration_error)$/;
    expect(overview.spend_unavailable_reason).toMatch(reason);
    const { points } = (await shop.ask('timeseries', query())).data;
    for (const point of points) expect(point).toMatchObject(NULLS);
    checkSpend(spend, store, { first, end, days, isKnown: isAnyKnown });
    return 'unknown';
  }
  if (!days.some(isKnown)) {
    expect(overview).toMatchObject(NULLS);
    expect(overview.spend_unavailable_reason).toMatch(
      /^(not_read|integration_error|no_ad_platform_integration)$/,
    );
    expect(spend).toMatchObject({ available: false, reason: overview.spend_unavailable_reason });
    return 'nothing';
  }
  const isMixed = naiveWorth(store, rows) === null;
  expect(overview).toMatchObject(naiveFields(store, rows, visits));
  expect(overview.spend_unavailable_reason).toBe(isMixed ? 'currency_mixed' : undefined);

  const granularity = random.pick(['day', 'week', 'month'] as const);
  const { points } = (await shop.ask('timeseries', query({ granularity }))).data;
  const buckets = Map.groupBy(days, (day) => bucketOf(day, granularity, first));
  expect(points.map(({ label }) => label)).toEqual([...buckets.keys()]);
  for (const point of points) {
    const own = buckets.get(point.label) ?? [];
    const within = <Dated extends { date: string }>(all: readonly Dated[]) =>
      all.filter(({ date }) => own.includes(date));
    const expected = own.some(isKnown) ? naiveFields(store, within(rows), within(visits)) : NULLS;
    expect(point, point.label).toMatchObject(expected);
    expect(point.spend_unavailable_reason !== undefined).toBe(point.ad_spend === null);
  }

  const dimension = random.pick(['source', 'medium', 'campaign', 'channel', 'ad_platform'] as const);
  const limit = random.whole(1, 4);
  const { data } = await shop.ask('breakdown', query({ dimension, limit: `${limit}` }));
  const values = new Set(visits.map(({ words }) => words[dimension]));
  const shown = new Set(data.rows.map(({ value }) => value));
  const costOf = (isMeant: (value: string) => boolean) => {
    const own = campaigns.filter(({ words }) => isMeant(words[dimension]));
    return naiveAmount(
      naiveWorth(
        store,
        own.flatMap((campaign) => campaign.rows),
      ),
    );
  };
  const isRowKnown = (value: string) => {
    const behind = naivePlatforms(
      ...([store, visits.filter(({ words }) => words[dimension] === value)] as const),
      campaigns.filter(({ words }) => words[dimension] === value),
      (words) => (words[dimension] ?? value) === value,
    );
    return days.some(isKnownBy(store, behind));
  };
  for (const { value, ad_spend, spend_unavailable_reason } of data.rows) {
    const cost = isRowKnown(value) ? costOf((word) => word === value) : null;
    expect([value, ad_spend]).toEqual([value, cost]);
    expect(spend_unavailable_reason !== undefined).toBe(cost === null);
  }
  await checkReport(query, { dimension, limit });
  await checkOrder(query, { dimension, limit });
  const hidden = [...values].filter((value) => !shown.has(value));
  const isHiddenKnown = hidden.length === 0 || hidden.some(isRowKnown);
  expect(data.other.ad_spend).toBe(isHiddenKnown ? costOf((word) => hidden.includes(word)) : null);
  expect(data.unmatched_ad_spend).toBe(costOf((word) => !values.has(word)));

  checkSpend(spend, store, { first, end, days, isKnown: isAnyKnown });
  return 'told';
}

const everyPlatform = ({ read }: NaiveStore) => [...read].map((each) => each.split(' ')[0] ?? '');

/** Whether a day was read by one of some platforms. */
function isKnownBy({ read }: NaiveStore, platforms: readonly string[] | null): (day: string) => boolean {
  return (day) => platforms?.some((platform) => read.has(`${platform} ${day}`)) ?? false;
}

type Within = { first: string; end: string; days: readonly string[]; isKnown: (day: string) => boolean };

function checkSpend(
  spend: Awaited<ReturnType<typeof shop.ask<'spend'>>>['data'],
  store: NaiveStore,
  { first, end, days, isKnown }: Within,
) {
  const rows = countedRows(store, first, end);
  const visits = store.visits.filter(({ date }) => first <= date && date <= end);
  const sum = (own: readonly NaiveVisit[]) => ({
    conversions: own.flatMap(({ sales }) => sales).length,
    revenue: own.flatMap(({ sales }) => sales).reduce((total, cents) => total + cents, 0) / 100,
  });
  expect(spend.totals).toEqual({ ...naiveFields(store, rows, visits), ...sum(visits) });
  expect(spend.by_day).toMatchObject(
    days.map((date) => {
      const { ad_spend, ad_impressions, ad_clicks } = isKnown(date)
        ? naiveFields(
            store,
            rows.filter((row) => row.date === date),
            [],
          )
        : NULLS;
      return { date, ad_spend, ad_impressions, ad_clicks };
    }),
  );
  const campaigns = naiveCampaigns(store, first, end);
  const told = new Map(
    spend.by_campaign.map((campaign) => [`${campaign.platform} ${campaign.campaign_id}`, campaign]),
  );
  expect([...told.keys()].toSorted()).toEqual(
    campaigns.map(({ platform, id }) => `${platform} ${id}`).toSorted(),
  );
  for (const { platform, id, rows: own, visits: met } of campaigns) {
    const { cost_per_conversion, roas, ...fields } = naiveFields(store, own, met);
    const matched = met.length > 0;
    const brought = { sessions: met.length, ...sum(met), cost_per_conversion, roas };
    const unknown = {
      sessions: null,
      conversions: null,
      revenue: null,
      cost_per_conversion: null,
      roas: null,
    };
    expect(told.get(`${platform} ${id}`)).toMatchObject({
      ...fields,
      matched,
      ...(matched ? brought : unknown),
    });
  }
  expect(spend.unmatched.length).toBe(campaigns.filter((campaign) => campaign.visits.length === 0).length);

  const claimed = new Set(campaigns.flatMap((campaign) => campaign.visits));
  const networks: Record<string, string> = {
    google_ads: 'google',
    meta_ads: 'meta',
    microsoft_ads: 'microsoft',
    tiktok_ads: 'tiktok',
  };
  for (const platform of spend.by_platform) {
    const own = campaigns.filter((campaign) => campaign.platform === platform.platform);
    const free = visits.filter(
      (visit) => !claimed.has(visit) && visit.words.ad_platform === networks[platform.platform],
    );
    const met = [...own.flatMap((campaign) => campaign.visits), ...free];
    expect(platform).toMatchObject({
      ...naiveFields(
        store,
        own.flatMap((campaign) => campaign.rows),
        met,
      ),
      ...sum(met),
    });
  }
  for (const { currency, ad_spend, converted } of spend.by_currency) {
    const own = rows.filter((row) => row.currency === currency);
    expect(ad_spend).toBe(own.reduce((total, { cents }) => total + cents, 0) / 100);
    expect(converted).toBe(naiveAmount(naiveWorth(store, own)));
  }
}

describe('three platforms, three currencies, and accounts of three other zones, across a change of summer time', () => {
  const random = seededRandom(SEED);
  const answers = { told: 0, unknown: 0, nothing: 0 };
  it.each(Array.from({ length: STORES }, (_, index) => index))(
    'are told as a naive sum says, in store %i',
    async (index) => {
      const { project, store } = await randomStore(random);
      // A key has so many requests a minute.
      collector.clock.now = NOW + index * 60_000;
      for (let question = 0; question < QUESTIONS; question += 1)
        answers[await checkQuestion(random, project, store)] += 1;
    },
    30_000,
  );

  it('and most of them had something to tell', () => {
    expect(answers.told).toBeGreaterThan((STORES * QUESTIONS) / 2);
    expect(answers.unknown, 'under filters that nobody has read').toBeGreaterThan(0);
  });
});
