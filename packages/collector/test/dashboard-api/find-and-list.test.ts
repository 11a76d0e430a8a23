import type {
  BreakdownResponse,
  FindValuesResponse,
  ListProjectFiguresResponse,
  ReportResponse,
} from '@cvq/contract';
import { beforeAll, expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { sendShopTraffic } from '../read/shop-traffic.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector({ timezone: 'Europe/Berlin' });
const { project } = collector;
let browser: TestBrowser;

beforeAll(async () => {
  await sendShopTraffic(collector, 10);
  await addPerson(collector, 'ann@example.com', true);
  browser = openBrowser(collector);
  await browser.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });
});

const valuesOf = async (query: string) =>
  ((await browser.get(`/values?project=${project}&range=7d${query}`)).body as FindValuesResponse).data;

it('every project is told of as its own report tells, and one without visits with zeros', async () => {
  const { project: empty } = await collector.addProject();
  const range = 'range=7d&compare=previous_period&compare_until=same_moment';
  const { data } = (await browser.get(`/project-figures?${range}`)).body as ListProjectFiguresResponse;
  const report = (await browser.get(`/analytics/report?project=${project}&${range}`)).body as ReportResponse;
  const { totals, series } = report.data;
  const measures = (of: typeof totals.now) => ({
    ...{ visitors: of.visitors, conversions: of.conversions, revenue: of.revenue },
  });
  expect(totals.now.visitors).toBeGreaterThan(0);
  expect(data.find(({ id }) => id === project)).toMatchObject({
    now: measures(totals.now),
    before: totals.before && measures(totals.before),
    trend: series.now.measures.visitors,
    partial: series.partial,
  });
  expect(data.find(({ id }) => id === empty)).toMatchObject({
    now: { visitors: 0, conversions: 0, revenue: 0 },
    tracking_health: { status: 'no_data' },
  });
});

it('values are counted as a breakdown counts them', async () => {
  const breakdown = (
    await browser.get(`/analytics/breakdown?project=${project}&range=7d&dimension=source&limit=100`)
  ).body as BreakdownResponse;
  const counted = new Map(breakdown.data.rows.map(({ value, visitors }) => [value, visitors]));
  const found = await valuesOf('&dimension=source');
  expect(found.length).toBeGreaterThan(0);
  for (const { dimension, value, visitors } of found)
    expect([dimension, visitors]).toEqual(['source', counted.get(value)]);
});

it('those that begin with the text come first, in capital letters or small, then by visitors', async () => {
  const all = await valuesOf('');
  expect(new Set(all.map(({ dimension }) => dimension)).size).toBeGreaterThan(1);
  const text = (
    all.find(({ dimension, value }) => dimension === 'page' && value.length > 2)?.value ?? ''
  ).slice(1, 2);
  const found = await valuesOf(`&dimension=page&text=${text.toUpperCase()}`);
  const begins = found.map(({ value }) => value.toLowerCase().startsWith(text.toLowerCase()));
  expect(begins).toEqual(begins.toSorted((one, other) => Number(other) - Number(one)));
  for (const { value } of found) expect(value.toLowerCase()).toContain(text.toLowerCase());
  for (const beginning of [true, false]) {
    const visitors = found.filter((_, at) => begins[at] === beginning).map((one) => one.visitors);
    expect(visitors).toEqual(visitors.toSorted((one, other) => other - one));
  }
});

it('a language is found by its code, and by its name in the words of the person', async () => {
  const at = collector.clock.now;
  await collector.client.send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'Accept-Language': 'de' },
    json: {
      ...{ key: project, visitor_id: 'reads-german', session_id: 'in-german' },
      events: [{ id: `evt_${at}_german`, event_type: 'pageview', timestamp: new Date(at).toISOString() }],
    },
  });
  const [first] = await valuesOf('&dimension=language&text=de');
  const code = first?.value ?? '';
  expect(code).toBe('de');
  for (const locale of ['en', 'de', 'ja']) {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? '';
    const query = new URLSearchParams({ dimension: 'language', locale, text: name.slice(0, 3) });
    expect(await valuesOf(`&${query}`)).toContainEqual(first);
  }
  expect(await valuesOf(`&dimension=language&text=${code}`)).toContainEqual(first);
  const refused = await browser.get(`/values?project=${project}&locale=not%20one`);
  expect([refused.status, codeOf(refused)]).toEqual([400, 'invalid_request']);
});

it('a text that nothing holds finds nothing, and an unknown dimension is refused', async () => {
  expect(await valuesOf('&text=%E2%80%AE%00nothing')).toEqual([]);
  const answer = await browser.get(`/values?project=${project}&dimension=mood`);
  expect(codeOf(answer)).toBe('invalid_request');
});
