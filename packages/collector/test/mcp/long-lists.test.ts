import type { SpendResponse } from '@cvq/contract';
import { describe, expect, it } from 'vitest';
import { lastDays, openSpendShop, spent } from '../read/spend/spend-shop.ts';
import { connectAgent } from './agent.ts';

const PROJECTS = 240;
const CAMPAIGNS = 300;

const shop = await openSpendShop();
const { control, addKey, baseUrl, clock, project } = shop.collector;
const own = await control.findProject(project);
if (own === null) throw new Error('The project is not there');
const ids = [
  project,
  ...Array.from({ length: PROJECTS - 1 }, (_, at) => `proj_more${String(at).padStart(16, '0')}`),
];
for (const [at, id] of ids.slice(1).entries())
  await control.createProject({
    ...own,
    id,
    name: `Shop ${at} of a long list of very many shops`,
    createdAt: own.createdAt + at + 1,
  });
await shop.account('google_ads', {
  days: lastDays(400),
  rows: Array.from({ length: CAMPAIGNS }, (_, at) =>
    spent('2026-11-20', { campaignId: `${1000 + at}`, campaign: `Campaign ${at}`, amount: CAMPAIGNS - at }),
  ),
});
const { token } = await addKey({ scopes: ['spend:read'], projects: 'all' });
const { client, call } = await connectAgent(baseUrl, token);

type Listed = {
  readonly data: { readonly id: string }[];
  readonly meta: { readonly total_rows: number; readonly offset: number; readonly has_more: boolean };
  readonly truncated?: { readonly how_to_get_the_rest: string };
};

it('an agent that reaches many projects gets all of them, by going on where a list ends', async () => {
  const found: string[] = [];
  for (let isMore = true; isMore; ) {
    const { data, meta } = (await call('list_projects', { offset: found.length })).answer as Listed;
    expect(meta).toMatchObject({ total_rows: PROJECTS, offset: found.length });
    expect(data.length).toBeGreaterThan(0);
    found.push(...data.map(({ id }) => id));
    isMore = meta.has_more;
  }
  expect(found).toEqual(ids);
});

it('an agent that names no project is told the first of very many, and where the others are', async () => {
  const { answer } = await call('get_spend', {});
  const { message, details } = (answer as { error: { message: string; details: Record<string, unknown> } })
    .error;
  expect(message).toBe('Name a project: this credential can reach several. list_projects tells them.');
  expect(details.of).toBe(PROJECTS);
  const told = details.available_projects as { id: string }[];
  expect(told.map(({ id }) => id)).toEqual(ids.slice(0, told.length));
  expect(told.length).toBeGreaterThan(50);
});

const URIS = [
  ...['analytics://dimensions', 'analytics://errors'],
  ...ids.map((id) => `analytics://projects/${id}`),
];

/** A page of the resources, as it is sent: the official client puts all of them together. */
async function pageOf(params: object): Promise<{ text: string; uris: string[]; next?: string }> {
  const { body } = await shop.collector.client.send({
    ...{ method: 'POST', path: '/mcp', bearer: token },
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    json: { jsonrpc: '2.0', id: 1, method: 'resources/list', params },
  });
  const text = String(body);
  const { resources, nextCursor } = JSON.parse(text.slice(text.indexOf('{'))).result;
  return { text, uris: resources.map(({ uri }: { uri: string }) => uri), next: nextCursor };
}

it('the resources come in pages, each project once', async () => {
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(URIS);
  const found: string[] = [];
  for (let next: string | undefined = ''; next !== undefined; ) {
    const page = await pageOf(next === '' ? {} : { cursor: next });
    expect(page.text.length).toBeLessThan(24_000);
    found.push(...page.uris);
    next = page.next;
  }
  expect(found).toEqual(URIS);
  await expect(client.listResources({ cursor: 'more' })).rejects.toMatchObject({ code: -32602 });
});

describe('what many campaigns cost', () => {
  type Spend = SpendResponse & { readonly data: { readonly available: true } } & Pick<Listed, 'truncated'>;
  const ask = async (args: object) => (await call('get_spend', { project, ...args })).answer as Spend;

  it('is told campaign by campaign of one day, by going on where the list ends', async () => {
    const found: string[] = [];
    const day = { start_date: '2026-11-20', end_date: '2026-11-20' };
    for (let isMore = true; isMore; ) {
      const { data, meta } = await ask({ ...day, offset: found.length });
      expect(data.totals.ad_spend).toBe((CAMPAIGNS * (CAMPAIGNS + 1)) / 2);
      expect(data.unmatched.map(({ campaign }) => campaign)).toEqual(
        data.by_campaign.map(({ campaign }) => campaign),
      );
      expect(data.by_campaign.length).toBeGreaterThan(0);
      found.push(...data.by_campaign.map(({ campaign }) => campaign));
      isMore = meta.has_more === true;
    }
    expect(found).toEqual(Array.from({ length: CAMPAIGNS }, (_, at) => `Campaign ${at}`));
  });

  it('is told of 400 days with the newest days and the largest campaigns', async () => {
    const { data, meta, truncated } = await ask({
      start_date: new Date(clock.now - 399 * 86_400_000).toISOString().slice(0, 10),
      end_date: '2026-11-21',
    });
    expect(data.by_day.at(-1)?.date).toBe('2026-11-21');
    expect(data.by_campaign[0]?.campaign).toBe('Campaign 0');
    expect(meta).toMatchObject({ total_rows: CAMPAIGNS, has_more: true });
    expect(truncated?.how_to_get_the_rest).toContain('offset');
  });
});
