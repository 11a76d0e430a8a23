import { expect, it, vi } from 'vitest';
import { createClient } from '../client.ts';
import { START, temporaryFolder, USER_AGENT } from '../collector.ts';
import { cvq, serve } from '../program.ts';
import { purchaseRecord } from './purchase-record.ts';
import { startReceiver } from './receiver.ts';
import { openWorkshop } from './workshop.ts';

vi.setConfig({ testTimeout: 120_000 });

const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const settings = { CVQ_DATA: temporaryFolder(), CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_LOG_LEVEL: 'warn' };

async function run<Printed>(...args: readonly string[]): Promise<Printed> {
  const { stdout, stderr } = await cvq([...args, '--json'], settings);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Printed;
}

it('a conversion of a bot is stored and no webhook tells of it, by whatever the bot was known', async () => {
  const receiver = await startReceiver();
  const made = await run<{ id: string; server_key: string }>('project', 'create', '--domain', 'shop.example');
  await run(
    ...['webhook', 'create', '--project', made.id, '--url', receiver.url, '--events', 'conversion.*'],
  );
  const collector = await serve(settings);
  const client = createClient(collector.port);
  const now = Date.now() - 60_000;
  let events = 0;
  const event = (type: string, after: number) => {
    events += 1;
    const id = `evt_${now + after}_${type}${1000 + events}`;
    const context = { page_url: `https://shop.example/${after}` };
    const timestamp = new Date(now + after).toISOString();
    const sale = type === 'purchase' && { conversion: true, properties: { value: 5, currency: 'EUR' } };
    return { id, event_type: type, timestamp, context, ...sale };
  };
  const send = async (who: string, userAgent: string, sent: object[]) => {
    const { body } = await client.send({
      method: 'POST',
      path: '/v1/events',
      headers: { 'Content-Type': 'text/plain', 'User-Agent': userAgent, 'Accept-Language': 'de' },
      body: JSON.stringify({ key: made.id, visitor_id: who, session_id: who, events: sent }),
    });
    expect(body).toMatchObject({ accepted: sent.length });
  };

  await send('by its name', GOOGLEBOT, [event('purchase', 0)]);
  const views = Array.from({ length: 15 }, (_, index) => event('pageview', index * 1000));
  await send('by its pace', USER_AGENT, views);
  await send('by its pace', USER_AGENT, [event('purchase', 16_000)]);
  const told = await client.send({
    method: 'POST',
    path: '/v1/track',
    bearer: made.server_key,
    json: {
      event_type: 'purchase',
      properties: { value: 5, currency: 'EUR' },
      context: { user_agent: GOOGLEBOT },
    },
  });
  expect(told.status).toBe(200);
  const sale = event('purchase', 20_000);
  await send('a person', USER_AGENT, [sale]);

  // Deliveries go out in the order of their events: what came before the person's would be here already.
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBeGreaterThan(0);
  const ids = receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);
  expect(ids).toEqual([sale.id]);
  expect(await run('webhook', 'deliveries', '--project', made.id)).toHaveLength(1);
  const { stdout } = await cvq(['events', 'export', '--project', made.id], settings);
  const purchases = stdout.split('\n').filter((line) => line.includes('"purchase"'));
  expect(purchases, 'all are stored').toHaveLength(4);
  client.close();
  collector.kill('SIGTERM');
  await collector.exited;
});

it('a bot that its site wants in reports is told of as reports count it: its pages, and no conversion', async () => {
  const shop = await openWorkshop();
  await shop.addEndpoint('http://127.0.0.1:18999/', ['*']);
  await shop.endpoints.refresh();
  const bot = { category: 'search_engine', name: 'Googlebot', score: 100, reasons: ['user_agent'] } as const;
  const sale = {
    ...purchaseRecord(shop.project, shop.clock.now, 'a1'),
    sessionId: null,
    visitor: null,
    userId: null,
  };
  const page = { ...sale, origin: 'browser', type: 'pageview', conversion: null } as const;
  const records = [
    { ...page, id: { ms: START, suffix: 'wanted' }, bot: { ...bot, isFiltered: false } },
    { ...page, id: { ms: START, suffix: 'unwanted' }, bot: { ...bot, isFiltered: true } },
    { ...sale, id: { ms: START, suffix: 'sale' }, bot: { ...bot, isFiltered: false } },
  ];
  await shop.ledger.append(records, { subscriptions: shop.endpoints.subscriptions() });
  expect((await shop.deliveries()).map(({ event }) => event)).toEqual([`evt_${START}_wanted`]);
});
