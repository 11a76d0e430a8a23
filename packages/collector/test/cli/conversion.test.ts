import { stripVTControlCharacters } from 'node:util';
import type { WebhookBody } from '@cvq/contract';
import { expect, it, vi } from 'vitest';
import { createClient } from '../client.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq, serve } from '../program.ts';
import { toldBy } from '../told-by.ts';
import { startReceiver } from '../webhooks/receiver.ts';

vi.setConfig({ testTimeout: 120_000 });

const settings = { CVQ_DATA: temporaryFolder(), CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_LOG_LEVEL: 'warn' };

const run = <Printed>(...args: readonly string[]) => toldBy<Printed>(args, settings);

async function fail(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cvq(['conversion', 'remove', ...args], settings);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  return stripVTControlCharacters(stderr).replace('cvq: ', '').trim();
}

it('cvq conversion remove takes a sale out of a running collector, safe to repeat', async () => {
  const receiver = await startReceiver();
  const shop = await run<{ id: string; server_key: string }>('project', 'create', '--domain', 'shop.example');
  const other = await run<{ id: string }>('project', 'create', '--domain', 'blog.example');
  const { key } = await run<{ key: string }>(
    ...[
      'key',
      'create',
      '--name',
      'Reports',
      '--projects',
      shop.id,
      '--scopes',
      'analytics:read,conversions:read,conversions:write',
    ],
  );
  const events = 'purchase,conversion.removed';
  await run('webhook', 'create', '--project', shop.id, '--url', receiver.url, '--events', events);
  const collector = await serve(settings);
  const client = createClient(collector.port);
  const track = async (event_type: string, properties: object) => {
    const call = { method: 'POST', path: '/v1/track', bearer: shop.server_key } as const;
    const { body } = await client.send({ ...call, json: { event_type, properties } });
    return (body as { event_id: string }).event_id;
  };
  const get = async (path: string) => {
    const { status, body } = await client.send({ path: `/v1/${path}`, bearer: key });
    return { status, data: (body as { data: unknown }).data };
  };
  const id = await track('purchase', { order_id: 'A-1', value: 10, currency: 'EUR' });
  const view = await track('pageview', {});
  expect((await get('analytics/overview?range=today')).data).toMatchObject({ conversions: 1, revenue: 10 });

  expect(await run('conversion', 'remove', '--project', shop.id, id)).toEqual({
    id: id.replace('evt_', 'conv_'),
    project: shop.id,
    order_id: 'A-1',
    state: 'removed',
    removed_before: false,
  });
  expect((await get('analytics/overview?range=today')).data).toMatchObject({ conversions: 0, revenue: 0 });
  expect((await get('conversions?range=today')).data).toEqual([]);
  expect((await get(`conversions/${id}`)).status).toBe(404);
  const retry = { method: 'POST', path: `/v1/conversions/${id}/retry`, bearer: key, json: {} } as const;
  expect((await client.send(retry)).status).toBe(404);
  await expect.poll(() => receiver.requests.length, { timeout: 60_000 }).toBe(2);
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body.toString()) as WebhookBody);
  expect(bodies).toMatchObject([
    { type: 'purchase', id },
    { type: 'conversion.removed', id, data: { properties: { order_id: 'A-1', value: 10 } } },
  ]);

  await track('purchase', { order_id: 'A-1', value: 20, currency: 'EUR' });
  expect((await get('analytics/overview?range=today')).data).toMatchObject({ conversions: 0, revenue: 0 });
  const { code, stdout } = await cvq(['conversion', 'remove', '--project', shop.id, id], settings);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `${id.replace('evt_', 'conv_')} was already removed.\n`,
  });
  const exported = await cvq(['events', 'export', '--project', shop.id], settings);
  expect(exported.stdout.split('\n').find((line) => line.includes(id))).toContain(
    '"conversion_state":"removed"',
  );

  expect(await fail('--project', shop.id, view)).toBe(
    `<conversion>: ${view} is an event of ${shop.id}, but not a conversion. Check the id.`,
  );
  expect(await fail('--project', other.id, id)).toBe(
    `<conversion>: Unknown conversion of ${other.id}: ${id}. Check the id.`,
  );
  expect(await fail('--project', 'proj_none', id)).toBe(
    '--project: Unknown project: proj_none. See cvq project list.',
  );
  expect(await fail('--project', shop.id, 'A-1')).toBe(
    '<conversion>: Invalid id: A-1. Use the whole id: conv_ or evt_, 13 digits, _, and letters or digits.',
  );
  expect(await fail('--project', shop.id, 'evt_1_a')).toMatch(
    /Invalid id: evt_1_a\. Use the whole id: .*13 digits/,
  );
  client.close();
  collector.kill('SIGTERM');
  await collector.exited;
});
