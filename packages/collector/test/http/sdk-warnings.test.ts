import { SDK_WARNINGS } from '@cvq/contract';
import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';

const { client } = await startTestCollector();

it('a page of any origin may read what the warnings of the SDK mean', async () => {
  const { status, headers, body } = await client.send({ path: '/sdk.warnings.json' });
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(body).toEqual(SDK_WARNINGS);
});

it('every warning of the SDK has its place in the docs of the collector', async () => {
  const { status, bytes } = await client.send({ path: '/docs/sdk' });
  expect(status).toBe(200);
  for (const code of Object.keys(SDK_WARNINGS)) expect(`${bytes}`).toContain(`id="${code}"`);
});
