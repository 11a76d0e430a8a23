import { expect, it, onTestFinished } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { openBrowser } from '../dashboard-api/browser.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';

const settings = { CVQ_TRUST_PROXY: '127.0.0.1', CVQ_BASE_URL: 'https://cvq.example' };
const collector = await startTestCollector({ settings });

const STRANGER = '198.51.100.7';
const PERSON = '203.0.113.9';
const FORM = 'application/x-www-form-urlencoded';
const LENGTH = 1_048_576;

/** Nearly all of a body that is as long as one may be, on each of some connections. */
async function holdBodies(count: number, path: string, more: Readonly<Record<string, string>>) {
  const headers = {
    Host: 'cvq.example',
    'X-Forwarded-For': STRANGER,
    'Content-Length': `${LENGTH}`,
    ...more,
  };
  const held = await Promise.all(Array.from({ length: count }, () => connectRaw(collector.port)));
  for (const connection of held)
    connection.write(requestBytes('POST', path, { headers }) + 'x'.repeat(LENGTH - 1));
  onTestFinished(() => held.forEach((connection) => void connection.destroy()));
}

it('a stranger behind the proxy who leaves bodies unfinished keeps no application from its tokens', async () => {
  const token = (from: string) =>
    collector.client.send({
      method: 'POST',
      path: '/oauth/token',
      headers: { Host: 'cvq.example', 'Content-Type': FORM, 'X-Forwarded-For': from },
      body: 'grant_type=refresh_token&refresh_token=x&client_id=x',
    });
  await holdBodies(1, '/oauth/token', { 'Content-Type': FORM });
  while ((await token(STRANGER)).status !== 429);
  expect(await token(PERSON)).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
});

it('a stranger behind the proxy who leaves bodies unfinished keeps nobody from signing in', async () => {
  const { origin } = new URL(settings.CVQ_BASE_URL);
  const signIn = (from: string) =>
    openBrowser({ ...collector, origin }, from).post('/sign-in', { email: 'ann@shop.example' });
  const own = { Origin: origin, 'X-Cvq-Dashboard': '1', 'Content-Type': 'application/json' };
  await holdBodies(2, '/dashboard-api/v1/sign-in', own);
  while ((await signIn(STRANGER)).status !== 429);
  expect(await signIn(PERSON)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
});
