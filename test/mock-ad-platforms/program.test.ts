import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PROGRAM = path.resolve(import.meta.dirname, '../../examples/mock-ad-platforms/server.ts');

let program: ChildProcess;
let address = '';
let printed = '';

beforeAll(async () => {
  program = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    program.once('exit', (code) => reject(new Error(`The mock platforms ended with ${code}`)));
    program.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      address = /Listening on (\S+)/.exec(printed)?.[1] ?? '';
      if (address !== '') resolve();
    });
  });
});
afterAll(() => void program.kill());

const get = (at: string) => fetch(`${address}${at}`);
const post = (at: string, body: unknown) =>
  fetch(`${address}${at}`, { method: 'POST', body: JSON.stringify(body) });

async function sendToMeta(event_id: string): Promise<number> {
  const { access_token } = (await (await get('/credentials/meta.json')).json()) as { access_token: string };
  const data = [
    {
      event_name: 'Lead',
      event_time: Math.floor(Date.now() / 1000) - 60,
      event_id,
      action_source: 'system_generated',
      user_data: { em: 'a'.repeat(64), external_id: '<b>1042</b>' },
      custom_data: { order_id: '<script>1</script>' },
    },
  ];
  return (await post('/v25.0/1029384756102938/events', { access_token, data })).status;
}

it('shows on a page and as JSON what the platforms hold, and fails when it is asked to', async () => {
  expect(printed).toContain(`CVQ_META_API=${address}`);
  expect((await post('/admin/faults', { platform: 'meta_ads', fault: 'bad_gateway' })).status).toBe(200);
  expect([await sendToMeta('evt_1'), await sendToMeta('evt_1')]).toEqual([502, 200]);
  const state = (await (await get('/state')).json()) as { meta_ads: { conversions: { key: string }[] } };
  expect(state.meta_ads.conversions.map(({ key }) => key)).toEqual(['Lead evt_1']);
  const page = await (await get('/')).text();
  expect(page).toContain('&lt;script&gt;1&lt;/script&gt;');
  expect(page).not.toContain('<script>');
  expect((await post('/admin/reset', null)).status).toBe(200);
  expect(await (await get('/state')).json()).toMatchObject({ meta_ads: { taken: 0, conversions: [] } });
});

it.each([
  ['/admin/faults', { platform: 'meta_ads', fault: 'flood' }, 'has no \\"flood\\"'],
  ['/admin/faults', { platform: 'meta', fault: 'hang' }, 'platform'],
  ['/admin/random-faults', { share: 2, seed: 1 }, 'share'],
  ['/admin/clock', { ahead: 1 }, 'advanceMs'],
])('refuses what it does not understand at %s: %j', async (at, body, named) => {
  const answer = await post(at, body);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(named)]);
});

it('has no other paths', async () => {
  expect((await get('/credentials/secrets.json')).status).toBe(404);
  expect((await post('/v1/audienceMembers:ingest', {})).status).toBe(404);
});
