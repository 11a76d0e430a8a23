import { openControlStore } from '@cvq/storage';
import { afterAll, expect, it } from 'vitest';
import { asOperator } from '../src/accounts/actor.ts';
import { createKey } from '../src/accounts/keys.ts';
import { createProject } from '../src/accounts/projects.ts';
import { type Call, connectRaw, createClient } from './client.ts';
import { temporaryFolder, USER_AGENT } from './collector.ts';
import { serve } from './program.ts';
import { withoutTable } from './rename-table.ts';

const settings = { CVQ_DATA: temporaryFolder(), CVQ_LOG_LEVEL: 'trace' };
const control = openControlStore({ folder: settings.CVQ_DATA, migrate: true });
afterAll(() => control.close());
const fields = { name: 'Shop', domain: 'shop.example', timezone: 'UTC', currency: 'EUR', hosts: null };
const { project, serverKey } = await createProject(asOperator(control, Date.now), fields);
const { token } = await createKey(asOperator(control, Date.now), {
  accountId: project.accountId,
  kind: 'secret',
  name: 'Reports',
  scopes: [],
  projects: 'all',
  expiry: 'never',
});

const USER_DATA = {
  email: 'ada.lovelace@example.com',
  phone: '+4915112345678',
  first_name: 'Augusta',
  last_name: 'Lovelace',
  city: 'Marylebone',
  state: 'Middlesex',
  postal_code: 'W1U-7NL',
  country: 'Lovelaceland',
};
const MISTYPED = `sk_${'mistyped'.repeat(5)}`;
const IN_QUERY = 'secret-in-the-query';
const COOKIE = 'session=secret-in-the-cookie';

const SECRETS = [
  serverKey,
  serverKey.slice(4),
  token,
  token.slice(3),
  MISTYPED,
  IN_QUERY,
  'secret-in-the-cookie',
  ...Object.values(USER_DATA),
];

const event = { event_type: 'purchase', user_data: USER_DATA, properties: { value: 1 } };
const browserEvent = { ...event, id: 'evt_1795255200000_browser1' };

/** Everything that carries a secret: what is served, what is refused, and what fails. */
const TRAFFIC: Call[] = [
  { method: 'POST', path: '/v1/track', bearer: serverKey, json: event },
  { method: 'POST', path: `/v1/track?api_key=${serverKey}`, json: event },
  {
    method: 'POST',
    path: '/v1/track/batch',
    bearer: serverKey,
    json: { events: [event, { user_data: USER_DATA }] },
  },
  { method: 'POST', path: '/v1/track', bearer: serverKey, json: { ...event, user_data: [USER_DATA] } },
  { method: 'POST', path: '/v1/track', bearer: serverKey, json: { ...event, timestamp: USER_DATA.email } },
  { method: 'POST', path: '/v1/track', bearer: MISTYPED, json: event },
  { method: 'POST', path: `/v1/track?api_key=${MISTYPED}`, json: event },
  { method: 'POST', path: `/v1/track/elsewhere?api_key=${serverKey}`, json: event },
  { method: 'POST', path: `/v1/track/%E0%A4%A?api_key=${serverKey}`, json: event },
  { method: 'POST', path: '/v1/events', json: { key: project.id, events: [browserEvent] } },
  {
    method: 'POST',
    path: '/v1/events',
    json: { key: project.id, events: [{ ...browserEvent, event_type: 7 }] },
  },
  { path: `/v1/pixel.gif?key=${project.id}&url=https://shop.example/?email=${USER_DATA.email}` },
  { path: '/v1/me', bearer: token, headers: { Cookie: COOKIE } },
  { path: '/v1/me', bearer: MISTYPED },
  { path: `/v1/me?token=${IN_QUERY}`, bearer: token },
  { path: `/v1/me?api_key=${serverKey}` },
  { path: `/v1/analytics/overview?project=${project.id}&access_token=${IN_QUERY}`, bearer: token },
  { path: `/elsewhere?key=${IN_QUERY}&email=${USER_DATA.email}`, headers: { Cookie: COOKIE } },
];

/** What requests need: without it they fail in ways that nobody foresaw. */
const TABLES = [
  ['events', 'events'],
  ['control', 'api_keys'],
  ['control', 'projects'],
] as const;

it('the log at its most talkative holds no key, no query and no user data, also of what fails', async () => {
  const collector = await serve(settings);
  const client = createClient(collector.port);
  const statuses: number[] = [];
  const sendAll = async () => {
    for (const call of TRAFFIC) {
      const headers = { 'User-Agent': USER_AGENT, ...call.headers };
      statuses.push((await client.send({ ...call, headers })).status);
    }
  };

  await sendAll();
  for (const table of TABLES) await withoutTable(settings.CVQ_DATA, table, sendAll);
  const broken = await connectRaw(collector.port);
  broken.write(`GET /v1/me HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nBroken Header: ${IN_QUERY}\r\n\r\n`);
  expect((await broken.response()).status).toBe(400);

  client.close();
  collector.kill('SIGTERM');
  await collector.exited;
  expect(new Set(statuses)).toEqual(new Set([200, 202, 400, 401, 404, 500]));

  const log = collector.stderr() + collector.stdout();
  expect(log).toContain('A request failed');
  expect(log).toContain('could not be stored');
  for (const secret of SECRETS) expect(log).not.toContain(secret);
  expect(log).not.toMatch(/api_key=|token=|\?key=/);
});
