import { MINUTE_MS, type Role, SCOPES } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import { findTool } from '../../src/mcp/tools.ts';
import { START } from '../collector.ts';
import { addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { connect, registerAt } from '../oauth/application.ts';
import { connectAgent, ERAS } from './agent.ts';
import { startDemoCollector } from './demo-collector.ts';
import { type ToolArguments, toolCalls } from './tool-calls.ts';

/** `npm run test:agents` asks for more. */
const RUNS = Number(process.env.TOOL_CALLS ?? (WHOLE ? 100 : 10));

const demo = await startDemoCollector(21, START);

/** Both generations of the official client, with one credential. */
async function agentsWith(bearer: string) {
  const agents = {
    '2026-07-28': await connectAgent(demo.baseUrl, bearer, '2026-07-28'),
    '2025-11-25': await connectAgent(demo.baseUrl, bearer, '2025-11-25'),
  };
  // A client that knows the schemas of answers holds each answer to its own.
  for (const { client } of Object.values(agents)) await client.listTools();
  return agents;
}

/** The access token of an application that a person of the demo let do everything that they may. */
async function tokenOf(role: Role): Promise<string> {
  const user = `${role}@example.com`;
  await addPerson(demo, user);
  await addMember(
    asOperator(demo.control, () => demo.clock.now),
    { user, project: demo.project },
    role,
  );
  const browser = openBrowser(demo);
  await browser.post('/sign-in', { email: user, password: PASSWORD });
  const scope = SCOPES.join(' ');
  return (await connect(await registerAt(demo), browser, { scope })).access_token;
}

const agents = await agentsWith(demo.token);

/** What REST answers to the arguments of a tool: its body, a refusal too. */
async function ask(name: string, args: ToolArguments, bearer = demo.token): Promise<Record<string, unknown>> {
  const operation = findTool(name)?.operation;
  if (operation === undefined) throw new Error(`There is no tool ${name}`);
  const { id, platform, ...query } = args;
  const search = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) && key !== 'event_types' ? value : [value]).map((one) => [key, String(one)]),
  );
  const path = operation.path.replace('{id}', encodeURIComponent(String(id)));
  const { body } = await demo.client.send({
    method: operation.method,
    path: `${path}?${new URLSearchParams(search)}`,
    bearer,
    ...(operation.method === 'POST' && { json: platform === undefined ? {} : { platform } }),
  });
  return body as Record<string, unknown>;
}

type Conversions = { data: { id: string; event_type: string; value_in_project_currency: number | null }[] };

/** A list of a query has no places, since each of its values is a parameter of its own. */
function withoutPlaces(refusal: ToolArguments): ToolArguments {
  return JSON.parse(JSON.stringify(refusal).replaceAll(/\b(filter|event_types)\[\d+\]/g, '$1'));
}

type Shortened = {
  readonly truncated: { readonly lists: { list: string; rows: number; of: number; left_out: string }[] };
};

/** Whole rows of the same list: the first of them, or the last where the oldest are left out. */
function expectPartOf(answer: Shortened, whole: ToolArguments): void {
  const rowsAt = (of: object, list: string) =>
    list.split('.').reduce<unknown>((part, name) => (part as ToolArguments)[name], of) as unknown[];
  for (const { list, rows, of, left_out } of answer.truncated.lists) {
    const all = rowsAt(whole, list);
    expect(all).toHaveLength(of);
    expect(rowsAt(answer, list)).toEqual(left_out === 'oldest' ? all.slice(-rows) : all.slice(0, rows));
  }
}

describe('the answer of a tool', () => {
  it(`is that of REST to the same arguments, in ${RUNS} calls with a key and with tokens`, async () => {
    const { data } = (await ask('list_conversions', { limit: 50 })) as Conversions;
    const calls = toolCalls({ project: demo.project, conversions: data.map(({ id }) => id) });
    const bearers = [demo.token, await tokenOf('member'), await tokenOf('viewer')];
    const callers = await Promise.all(
      bearers.map(async (bearer) => ({ bearer, by: await agentsWith(bearer) })),
    );
    const found = { answered: 0, refused: 0, shortened: 0 };
    await fc.assert(
      fc.asyncProperty(
        calls,
        fc.constantFrom(...ERAS),
        fc.constantFrom(...callers),
        async ({ name, args }, era, { bearer, by }) => {
          // So many requests are more than a minute's.
          demo.clock.now += MINUTE_MS / 60;
          const expected = await ask(name, { ...findTool(name)?.tool.preset, ...args }, bearer);
          const { answer, isError } = await by[era].call(name, { ...args });
          expect(isError).toBe('error' in expected);
          found.refused += Number(isError);
          found.shortened += Number('truncated' in answer);
          found.answered += Number(!isError && !('truncated' in answer));
          if (isError) expect(withoutPlaces(answer)).toMatchObject(expected);
          else if ('truncated' in answer) expectPartOf(answer as Shortened, expected);
          else expect(answer).toEqual(expected);
        },
      ),
      { numRuns: RUNS, seed: 1_795_255_200, endOnFailure: true },
    );
    // Else little would have been compared.
    expect(found.refused).toBeGreaterThan(RUNS / 20);
    expect(found.answered).toBeGreaterThan(RUNS / 2);
    if (process.env.TOOL_CALLS !== undefined) process.stdout.write(`${JSON.stringify(found)}\n`);
  }, 1_800_000);

  it('has a smaller limit where it would be too long, so that its cursor is right', async () => {
    const { call } = agents['2026-07-28'];
    const { answer, text } = await call('list_conversions', { range: '30d', limit: 200 });
    const { data, truncated, meta } = answer as Conversions & {
      truncated: { lists: object[] };
      meta: { next_cursor: string };
    };
    expect(text.length).toBeLessThanOrEqual(24_000);
    expect(truncated.lists).toEqual([{ list: 'data', rows: data.length, of: 200, left_out: 'last' }]);
    const all = (await ask('list_conversions', { range: '30d', limit: 200, detail: 'brief' })) as Conversions;
    expect(all.data.slice(0, data.length)).toEqual(data);
    expect(meta).toMatchObject({ limit: 200 });
    const next = await call('list_conversions', { range: '30d', limit: 1, cursor: meta.next_cursor });
    expect([all.data[data.length]]).toEqual(next.answer.data);
  });

  it('has all conversions of a page that names no limit, in brief', async () => {
    const { answer, text } = await agents['2026-07-28'].call('list_conversions');
    expect(answer).toEqual(await ask('list_conversions', { limit: 25, detail: 'brief' }));
    expect([(answer.data as unknown[]).length, answer.truncated]).toEqual([25, undefined]);
    expect(JSON.stringify(answer.data)).not.toContain('null');
    expect(text.length).toBeLessThanOrEqual(24_000);
  });
});

/** The steps of a prompt, as its text has them: each a tool with its arguments. */
async function stepsOf(prompt: string): Promise<{ tool: string; args: ToolArguments }[]> {
  const { messages } = await agents['2026-07-28'].client.getPrompt({
    name: prompt,
    arguments: { project: demo.project },
  });
  const [message] = messages;
  const text = message?.content.type === 'text' ? message.content.text : '';
  expect(text).toContain(demo.project);
  const first = { tool: 'list_projects', args: {} };
  const steps = [...text.matchAll(/^\d\. (\w+)(?: with ([^:]*))?:/gm)].map(([, tool = '', args = '']) => ({
    tool,
    args: {
      project: demo.project,
      ...Object.fromEntries([...args.matchAll(/(\w+)=(-?\w+)/g)].map(([, name, value]) => [name, value])),
    },
  }));
  return [first, ...steps.filter(({ tool }) => tool !== 'list_projects')];
}

/** Plays a prompt as it says, with what a model has to choose itself, and gives the answers by tool, in order. */
async function play(
  prompt: string,
  chosen: Readonly<Record<string, ToolArguments>> = {},
): Promise<unknown[]> {
  const steps = await stepsOf(prompt);
  expect(steps.length).toBeLessThanOrEqual(6);
  const answers: unknown[] = [];
  for (const { tool, args } of steps) {
    const { answer, isError } = await agents['2026-07-28'].call(tool, { ...args, ...chosen[tool] });
    expect([tool, isError, answer.error]).toEqual([tool, false, undefined]);
    answers.push(answer);
  }
  return answers;
}

type Figures = { readonly visitors: number; readonly conversions: number; readonly revenue: number };
type Rows = { readonly data: { readonly rows: (Figures & { value: string; before: Figures | null })[] } };

/** Conversions of a period, one by one, as the oracle of what reports add up. */
async function conversionsOf(start_date: string, end_date: string): Promise<Conversions['data']> {
  const all: Conversions['data'] = [];
  for (let offset = 0; ; offset += 200) {
    const page = { start_date, end_date, limit: 200, offset };
    const { data, meta } = (await ask('list_conversions', page)) as Conversions & {
      meta: { has_more: boolean };
    };
    all.push(...data);
    if (!meta.has_more) return all;
  }
}

const revenueOf = (conversions: Conversions['data']) =>
  conversions.reduce((sum, { value_in_project_currency: value }) => sum + (value ?? 0), 0);

describe('a prompt that is played as it says', () => {
  it('weekly_report finds what last week brought, and the week before', async () => {
    const [projects, overview, channels, campaigns] = (await play('weekly_report')) as [
      { data: { today: string }[] },
      { data: Figures & { comparison: { values: Figures } }; meta: { start_date: string; end_date: string } },
      Rows,
      Rows,
    ];
    expect(projects.data).toMatchObject([{ today: '2026-11-21' }]);
    expect(overview.meta).toMatchObject({ start_date: '2026-11-09', end_date: '2026-11-15' });
    const week = await conversionsOf('2026-11-09', '2026-11-15');
    const weekBefore = await conversionsOf('2026-11-02', '2026-11-08');
    expect(overview.data.conversions).toBe(week.length);
    expect(overview.data.revenue).toBeCloseTo(revenueOf(week), 2);
    expect(overview.data.comparison.values.conversions).toBe(weekBefore.length);
    expect(overview.data.comparison.values.revenue).toBeCloseTo(revenueOf(weekBefore), 2);
    for (const { data } of [channels, campaigns])
      expect(data.rows.reduce((sum, row) => sum + row.conversions, 0)).toBe(week.length);
    // An article of a magazine, on the eleventh.
    expect(channels.data.rows[0]?.value).toBe('Referral');
  });

  it('explain_drop finds the day, and where those who are missing came from', async () => {
    const [, series, overview, channels, notes] = (await play('explain_drop', {
      get_breakdown: { dimension: 'channel' },
    })) as [
      unknown,
      { data: { points: (Figures & { label: string })[] } },
      { data: Figures & { comparison: { values: Figures } } },
      Rows,
      { data: { date: string; text: string }[] },
    ];
    const most = series.data.points.toSorted((a, b) => b.visitors - a.visitors)[0];
    const { visitors, comparison } = overview.data;
    expect(visitors).toBeLessThan(comparison.values.visitors);
    const losses = channels.data.rows.map(({ value, visitors: now, before }) => ({
      value,
      loss: (before?.visitors ?? 0) - now,
    }));
    const [largest] = losses.toSorted((a, b) => b.loss - a.loss);
    expect([most?.label, largest?.value]).toEqual(['2026-11-11', 'Referral']);
    expect(notes.data).toContainEqual(
      expect.objectContaining({ date: most?.label, text: 'Kiln Weekly writes about us' }),
    );
  });

  it('campaign_return finds which campaigns earned more than they cost', async () => {
    const [, spend, campaigns] = (await play('campaign_return')) as [
      unknown,
      {
        data: {
          by_campaign: { campaign: string; ad_spend: number; revenue: number | null; roas: number | null }[];
        };
      },
      Rows,
    ];
    const told = spend.data.by_campaign.filter(({ roas }) => roas !== null);
    expect(told.length).toBeGreaterThan(2);
    for (const { ad_spend, revenue, roas } of told) expect(roas).toBeCloseTo((revenue ?? 0) / ad_spend, 3);
    const all = await conversionsOf('2026-10-23', '2026-11-21');
    expect(campaigns.data.rows.reduce((sum, row) => sum + row.revenue, 0)).toBeCloseTo(revenueOf(all), 2);
  });

  it('check_tracking finds that events arrive, and what ad platforms did not take', async () => {
    const [projects, series, bots, refused, failed] = (await play('check_tracking')) as [
      { data: { tracking_health: { status: string } }[] },
      { data: { points: { events: number }[] } },
      { total_bot_requests: number },
      { data: object[] },
      { data: { id: string; deliveries: { status: string }[] }[] },
    ];
    expect(projects.data[0]?.tracking_health.status).toBe('healthy');
    expect(series.data.points).toHaveLength(7);
    for (const { events } of series.data.points) expect(events).toBeGreaterThan(50);
    expect(bots.total_bot_requests).toBeGreaterThan(0);
    expect(refused.data).toEqual([]);
    expect(failed.data.length).toBeGreaterThan(0);
    const id = failed.data[0]?.id;
    const { answer } = await agents['2026-07-28'].call('get_conversion', { id });
    expect(answer.data).toMatchObject({
      id,
      deliveries: expect.arrayContaining([expect.objectContaining({ status: 'failed' })]),
    });
  });
});
