import { expect, it } from 'vitest';
import { START, startTestCollector } from '../collector.ts';
import { runInProcess } from '../run-in-process.ts';

const MINUTE = 60_000;
const VISIT = { visitor_id: '1795255200000_1', session_id: '1795255200000_2' };
const collector = await startTestCollector();
const { token } = await collector.addKey({ scopes: ['analytics:read', 'conversions:read'] });

/** A visit of an application whose routes stand behind `#`, by the addresses that its browser tells. */
async function visit(...addresses: string[]): Promise<void> {
  const events = addresses.map((address, index) => ({
    id: `evt_${START - 20 * MINUTE + index}_route${index}`,
    timestamp: new Date(START - (20 - index) * MINUTE).toISOString(),
    event_type: index === addresses.length - 1 ? 'purchase' : 'pageview',
    properties: { value: 20, currency: 'EUR' },
    context: { page_url: `https://shop.example${address}`, referrer: '' },
  }));
  const { body } = await collector.client.send({
    method: 'POST',
    path: '/v1/events',
    json: { key: collector.project, ...VISIT, events },
  });
  expect(body).toMatchObject({ accepted: addresses.length });
}

async function pageviewsBy(dimension: string, project: string, bearer: string, at = collector) {
  const path = `/v1/analytics/breakdown?range=7d&dimension=${dimension}&project=${project}`;
  const { body } = await at.client.send({ path, bearer });
  const { rows } = (body as { data: { rows: { value: string; pageviews: number }[] } }).data;
  return Object.fromEntries(rows.map(({ value, pageviews }) => [value, pageviews]));
}

it('routes behind # are pages of their own, and a campaign in the query of one is that of the visit', async () => {
  await visit(
    '/app/#/offer?utm_source=news&utm_medium=email&gclid=Cj0KCQ',
    '/app/?lang=de#/list',
    '/app/#/list?sort=price#top',
    '/app/#!/cart',
    '/app/#/',
    '/app/#top',
    '/app/#/thanks',
  );
  const pages = {
    '/app/#/offer': 1,
    '/app/#/list': 2,
    '/app/#!/cart': 1,
    '/app/': 2,
    '/app/#/thanks': 0,
  };
  expect(await pageviewsBy('page', collector.project, token)).toEqual(pages);
  expect(await pageviewsBy('entry_page', collector.project, token)).toEqual({ '/app/#/offer': 6 });
  expect(await pageviewsBy('source', collector.project, token)).toEqual({ news: 6 });
  const { body } = await collector.client.send({ path: '/v1/conversions?range=7d', bearer: token });
  expect((body as { data: unknown[] }).data).toMatchObject([
    { page_url: 'https://shop.example/app/#/thanks', attribution: { source: 'news', gclid: 'Cj0KCQ' } },
  ]);

  const lines = await runInProcess(['events', 'export', '--project', collector.project], {
    CVQ_DATA: collector.folder,
  });
  const target = await startTestCollector();
  await runInProcess(['events', 'import', '--project', target.project], { CVQ_DATA: target.folder }, [
    lines.stdout,
  ]);
  const other = await target.addKey({ scopes: ['analytics:read'] });
  expect(await pageviewsBy('page', target.project, other.token, target)).toEqual(pages);
});
