import { type BotBreakdown, type BotsResponse, DAY_MS, HOUR_MS } from '@cvq/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { START, startTestCollector, type TestCollector, USER_AGENT } from '../collector.ts';

const CLIENTS = {
  google: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  gpt: 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  facebook: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  curl: 'curl/8.5.0',
  person: USER_AGENT,
} as const;
type Client = keyof typeof CLIENTS;

const PATHS = ['/', '/teapots', '/about'];

/** What was sent, and by whom: the truth that answers are held to. */
type Sent = { readonly client: Client; readonly at: number; readonly path: string };
type Found = { readonly category: string; readonly name: string; readonly reasons: readonly string[] };

let collector: TestCollector;
let bearer: string;
const sent: Sent[] = [];
const found = new Map<Client, Found | null>();

beforeAll(async () => {
  collector = await startTestCollector({ timezone: 'Europe/Berlin' });
  bearer = (
    await collector.addKey({ scopes: ['bots:read', 'analytics:read'], projects: [collector.project] })
  ).token;
  const clients = Object.keys(CLIENTS) as Client[];
  for (let index = 0; index < 60; index += 1) {
    const client = clients[(index * 3 + Math.floor(index / 4)) % clients.length] as Client;
    const at = START - index * 3 * HOUR_MS - 60_000;
    const path = PATHS[(index * 7) % PATHS.length] as string;
    await send({ client, at, path }, index);
  }
  const stored = await collector.stored(collector.project);
  for (const { timestamp, bot } of stored as unknown as { timestamp: string; bot: Found | null }[]) {
    const event = sent.find(({ at }) => at === Date.parse(timestamp));
    found.set(event?.client as Client, bot);
  }
});

async function send(event: Sent, index: number): Promise<void> {
  const { status } = await collector.client.send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': CLIENTS[event.client], 'Accept-Language': 'de' },
    body: JSON.stringify({
      ...{ key: collector.project, visitor_id: `v${index}`, session_id: `s${index}` },
      events: [
        {
          id: `evt_${event.at}_sent${index}`,
          event_type: 'pageview',
          timestamp: new Date(event.at).toISOString(),
          context: { page_url: `https://shop.example${event.path}` },
        },
      ],
    }),
  });
  expect(status).toBe(202);
  sent.push(event);
}

const ask = (query: string) => collector.client.send({ path: `/v1/analytics/bots?${query}`, bearer });

async function told(query: string): Promise<BotsResponse> {
  const { status, body } = await ask(query);
  expect(body).not.toHaveProperty('error');
  expect(status).toBe(200);
  return body as BotsResponse;
}

const botOf = ({ client }: Sent) => found.get(client) ?? null;
const isOfDay =
  (label: string) =>
  ({ at }: Sent) =>
    new Date(at + HOUR_MS).toISOString().startsWith(label);

/** Rows as they are counted from what was sent. */
function rowsBy(events: readonly Sent[], wordsOf: (bot: Found, event: Sent) => readonly string[]) {
  const words = events.flatMap((event) => {
    const bot = botOf(event);
    return bot === null ? [] : wordsOf(bot, event);
  });
  return [...Map.groupBy(words, (word) => word)]
    .map(([value, own]) => ({ value, bot_requests: own.length }))
    .sort((one, other) => other.bot_requests - one.bot_requests || (one.value < other.value ? -1 : 1));
}

const plain = (breakdown: BotBreakdown | undefined) =>
  breakdown?.rows.map(({ value, bot_requests }) => ({ value, bot_requests }));

const EVERYTHING = 'breakdown=category&breakdown=name&breakdown=reason&breakdown=page';

describe('bots over time', () => {
  it('stand day by day beside people, by category with social media', async () => {
    const { series, people_requests, total_bot_requests } = await told('range=7d&granularity=day');
    expect(series).toMatchObject({ granularity: 'day', partial: true });
    expect(series?.labels).toHaveLength(7);
    for (const [place, label] of (series?.labels ?? []).entries()) {
      const ofDay = sent.filter(isOfDay(label));
      const bots = ofDay.filter((event) => botOf(event) !== null);
      expect(series?.bot_requests[place]).toBe(bots.length);
      expect(series?.people_requests[place]).toBe(ofDay.length - bots.length);
      for (const [category, counts] of Object.entries(series?.by_category ?? {}))
        expect(counts[place]).toBe(bots.filter((event) => botOf(event)?.category === category).length);
    }
    const ofWeek = sent.filter(({ at }) => at >= START - 7 * DAY_MS);
    expect(people_requests).toBeGreaterThan(0);
    expect(series?.by_category.social_media.some((requests) => requests > 0)).toBe(true);
    expect(total_bot_requests + (people_requests ?? 0)).toBe(
      ofWeek.filter(({ at }) => at + HOUR_MS >= Date.parse('2026-11-15T00:00:00Z')).length,
    );
  });

  it('tell the people that the overview counts', async () => {
    const { people_requests } = await told('range=7d&granularity=week');
    const { body } = await collector.client.send({ path: '/v1/analytics/overview?range=7d', bearer });
    expect(people_requests).toBe((body as { data: { events: number } }).data.events);
  });
});

describe('bots divided', () => {
  it('by category, name, reason and page are those that were sent', async () => {
    const { breakdowns = [], total_bot_requests } = await told(`range=30d&${EVERYTHING}`);
    const [categories, names, reasons, pages] = breakdowns;
    expect(breakdowns.map(({ dimension }) => dimension)).toEqual(['category', 'name', 'reason', 'page']);
    expect(plain(categories)).toEqual(rowsBy(sent, ({ category }) => [category]));
    expect(plain(names)).toEqual(rowsBy(sent, ({ name }) => [name]));
    expect(plain(reasons)).toEqual(rowsBy(sent, (bot) => bot.reasons));
    expect(plain(pages)).toEqual(rowsBy(sent, (_, { path }) => [path]));
    for (const { value, people_requests } of pages?.rows ?? [])
      expect(people_requests).toBe(
        sent.filter((event) => event.path === value && botOf(event) === null).length,
      );
    expect(names?.rows.find(({ value }) => value === 'GPTBot')?.category).toBe('ai_crawler');
    const sum = categories?.rows.reduce((all, { bot_requests }) => all + bot_requests, 0);
    expect(sum).toBe(total_bot_requests);
  });

  it('have as many rows as were asked for, and say how many there are', async () => {
    const { breakdowns } = await told('range=30d&breakdown=name:2&breakdown=page:1');
    expect(breakdowns?.map(({ rows, total_rows }) => [rows.length, total_rows])).toEqual([
      [2, 4],
      [1, PATHS.length],
    ]);
  });

  it('have the trend of each row, by the length of the range unless told otherwise', async () => {
    const { series, breakdowns } = await told('range=7d&granularity=day&breakdown=category');
    for (const { value, trend } of breakdowns?.[0]?.rows ?? [])
      expect(trend).toEqual(series?.by_category[value as keyof typeof series.by_category]);
    const byWeek = await told('range=12mo&breakdown=category');
    expect(byWeek.series?.granularity).toBe('week');
    expect(byWeek.breakdowns?.[0]?.rows[0]?.trend).toHaveLength(byWeek.series?.labels.length ?? 0);
  });
});

describe('bots narrowed', () => {
  it.each([
    ['category=ai_crawler', (bot: Found) => bot.category === 'ai_crawler'],
    ['name=Googlebot', (bot: Found) => bot.name === 'Googlebot'],
    ['reason=named', (bot: Found) => bot.reasons.includes('named')],
    ['category=ai_crawler&name=Googlebot', () => false],
  ])('by %s are told of alone, in both forms of the answer, and people stay', async (query, isMeant) => {
    const meant = sent.filter((event) => {
      const bot = botOf(event);
      return bot !== null && isMeant(bot);
    });
    const whole = await told(`range=30d&${EVERYTHING}`);
    const {
      breakdowns,
      people_requests,
      series: _,
      meta,
      ...sums
    } = await told(`range=30d&${query}&${EVERYTHING}`);
    expect(sums.total_bot_requests).toBe(meant.length);
    expect(await told(`range=30d&${query}`)).toEqual(sums);
    expect(plain(breakdowns?.[3])).toEqual(rowsBy(meant, (_, { path }) => [path]));
    expect(people_requests).toBe(whole.people_requests);
    expect(meta).toMatchObject({ range: '30d', timezone: 'Europe/Berlin' });
  });

  it('by a filter count on its page alone', async () => {
    const { breakdowns } = await told('range=30d&filter=page:is:/about&breakdown=name');
    const there = sent.filter(({ path }) => path === '/about');
    expect(plain(breakdowns?.[0])).toEqual(rowsBy(there, ({ name }) => [name]));
  });
});

it('the answer has three fields, unless more is asked for', async () => {
  expect(Object.keys(await told('range=30d')).sort()).toEqual([
    'by_category',
    'top_bots',
    'total_bot_requests',
  ]);
});

it.each([
  ['granularity=second', /granularity/],
  ['range=30d&granularity=hour', /hour/],
  ['breakdown=planet', /breakdown.*category/],
  ['breakdown=name:0', /1/],
  ['category=spy', /category.*search_engine/],
])('%s is refused with the field', async (query, message) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect((body as { error: { message: string } }).error.message).toMatch(message);
});
