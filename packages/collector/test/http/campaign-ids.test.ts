import { beforeAll, describe, expect, it } from 'vitest';
import { START, startTestCollector, type TestCollector } from '../collector.ts';
import { runInProcess } from '../run-in-process.ts';

const MINUTE = 60_000;
const ANN = `evt_${START - 8 * MINUTE}_ann1`;
const BOB = `evt_${START - 8 * MINUTE}_bob1`;
let collector: TestCollector;
let bearer: string;

/** A visit that buys. */
async function visit(visitor: string, query: string): Promise<void> {
  const page = (path: string) => ({ page_url: `https://shop.example${path}`, referrer: '' });
  const event = (index: number, at: number) => ({
    id: `evt_${at}_${visitor}${index}`,
    timestamp: new Date(at).toISOString(),
  });
  const { status, body } = await collector.client.send({
    method: 'POST',
    path: '/v1/events',
    json: {
      ...{ key: collector.project, visitor_id: visitor, session_id: `s-${visitor}` },
      events: [
        { ...event(0, START - 9 * MINUTE), event_type: 'pageview', context: page(`/${query}`) },
        {
          ...event(1, START - 8 * MINUTE),
          ...{ event_type: 'purchase', properties: { value: 20, currency: 'EUR' }, context: page('/thanks') },
        },
      ],
    },
  });
  expect({ status, body }).toMatchObject({ status: 202, body: { accepted: 2 } });
}

async function attributionOf(id: string, at = collector, token = bearer) {
  const { body } = await at.client.send({
    path: `/v1/conversions/${id}?project=${at.project}`,
    bearer: token,
  });
  return (body as { data: { attribution: Record<string, unknown> } }).data.attribution;
}

beforeAll(async () => {
  collector = await startTestCollector();
  bearer = (await collector.addKey({ scopes: ['conversions:read', 'analytics:read'] })).token;
  await visit('ann', '?gad_source=1&gad_campaignid=20030909980&gclid=Cj0');
  await visit('bob', '?utm_source=news&utm_medium=email');
});

describe('the id of a campaign', () => {
  it('is told of the touch that a conversion is credited to, by itself and in the list', async () => {
    const google = { source: 'google', campaign: '(not set)', campaign_id: '20030909980', gclid: 'Cj0' };
    const news = { source: 'news', campaign: '(not set)', campaign_id: null, gclid: null };
    expect(await attributionOf(ANN)).toMatchObject(google);
    expect(await attributionOf(BOB)).toMatchObject(news);
    const { body } = await collector.client.send({ path: '/v1/conversions?range=7d', bearer });
    const { data } = body as { data: { attribution: unknown }[] };
    expect(data.map(({ attribution }) => attribution)).toMatchObject([news, google]);
  });

  it('comes along with an export, and is missing in one of an older cvq', async () => {
    const exported = await runInProcess(['events', 'export', '--project', collector.project], {
      CVQ_DATA: collector.folder,
    });
    const lines = exported.stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { touch: unknown }).touch)).toContainEqual(
      expect.objectContaining({ source: 'google', campaign_id: '20030909980' }),
    );
    const older = lines.map((line) => line.replace(/,"campaign_id":(?:null|"\d+")/, ''));
    for (const [input, id] of [
      [lines, '20030909980'],
      [older, null],
    ] as const) {
      const target = await startTestCollector();
      const imported = await runInProcess(
        ['events', 'import', '--project', target.project],
        { CVQ_DATA: target.folder },
        [input.join('\n')],
      );
      expect(imported).toMatchObject({ code: 0, stderr: '' });
      const { token } = await target.addKey({ scopes: ['conversions:read'] });
      expect(await attributionOf(ANN, target, token)).toMatchObject({ source: 'google', campaign_id: id });
    }
  });
});
