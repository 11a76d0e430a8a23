import { SCOPES } from '@cvq/contract';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember } from '../../src/accounts/members.ts';
import type { Answer } from '../call.ts';
import { startTestCollector } from '../collector.ts';
import { API, addPerson, openBrowser, PASSWORD } from '../dashboard-api/browser.ts';
import { allow, connect, look, REDIRECT, registerAt } from './application.ts';

/** `npm run test:agents` asks for more. */
const REQUESTS = Number(process.env.MALFORMED_RUNS ?? (WHOLE ? 1000 : 100));

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const { client, clock, control, origin, project } = collector;
const { host } = new URL(origin);
const random = seededRandom(20);

async function aPerson(email: string, network: string) {
  await addPerson(collector, email);
  await addMember(
    asOperator(control, () => clock.now),
    { user: email, project },
    'admin',
  );
  const browser = openBrowser(collector, network);
  await browser.post('/sign-in', { email, password: PASSWORD });
  return browser;
}

// Ann let an application in; Eve has signed in, and knows all but what is secret.
const [ann, eve] = [
  await aPerson('ann@example.com', '203.0.1.1'),
  await aPerson('eve@example.com', '203.0.2.1'),
];
const application = await registerAt(collector);
const usedCode = await allow(ann, application.query());
expect((await application.exchange(usedCode, { code_verifier: 'w'.repeat(43) })).status).toBe(400);
const tokens = await connect(application, ann);
const annAllowed = await look(ann, application.query());
await ann.post(`/authorizations/${annAllowed.id}/allow`, {
  ...{ scopes: annAllowed.scopes, projects: null, as_superadmin: false },
});
let annLooksAt = '';

const guess = (prefix: string) =>
  `${prefix}_${Array.from({ length: 40 }, () => random.pick([...'0123456789abcdefABCDEFxyzXYZ'])).join('')}`;
const other = (token: string) =>
  random.pick([token.toLowerCase(), `${token}.`, token.slice(0, -1), `${token}0`]);

const NAMES = [
  ...[
    'client_id',
    'grant_type',
    'code',
    'code_verifier',
    'refresh_token',
    'redirect_uri',
    'resource',
    'scope',
  ],
  ...['token', 'redirect_uris', 'client_name', 'state', 'response_type', 'code_challenge', 'response_mode'],
  ...[
    'code_challenge_method',
    'prompt',
    'request',
    'request_uri',
    '__proto__',
    'constructor',
    'x'.repeat(300),
  ],
];
const VALUES = [
  ...['', 'authorization_code', 'refresh_token', 'code', 'token', 'S256', 'plain', 'app_none', REDIRECT],
  ...[
    '\0',
    '%',
    '%ff',
    '\ud800',
    '<script>',
    "' OR 1=1 --",
    'javascript:alert(1)',
    'https://',
    '//evil.example',
  ],
  ...['http://127.0.0.1:99999/callback', 'http://127.0.0.1:4567@evil.example/callback', `${REDIRECT}/..`],
  ...['https://[::1]/client.json', 'https://evil.example:25/client.json', 'https://10.0.0.1/client.json'],
  ...['y'.repeat(5000), '[]', '{}', 'null', '../..', 'projects:read admin', 'v'.repeat(43), 'openid'],
];
const aValue = () =>
  random.chance(0.15)
    ? random.pick([guess('oac'), guess('ort'), guess('oat'), usedCode, other(tokens.refresh_token)])
    : random.chance(0.1)
      ? application.clientId
      : random.pick(VALUES);

type Fields = [name: string, value: string][];
const someFields = (most: number): Fields =>
  Array.from({ length: random.below(most) }, () => [random.pick(NAMES), aValue()]);
const asForm = (fields: Fields) =>
  random.chance(0.7)
    ? new URLSearchParams(fields).toString()
    : fields.map(([name, value]) => `${name}=${value}`).join('&');

/** The query of a right request, with some of it taken out, replaced or repeated. */
function nearlyRight(): string {
  const query = new URLSearchParams(application.query({ scope: 'projects:read' }));
  for (const [name, value] of someFields(4)) {
    if (random.chance(0.3)) query.delete(name);
    else if (random.chance(0.5)) query.set(name, value);
    else query.append(name, value);
  }
  return random.chance(0.1) ? query.toString().slice(0, random.below(200)) : query.toString();
}

const headersOf = (index: number) => ({
  ...{ Host: host, 'X-Forwarded-For': `10.${(index >> 8) & 255}.${index & 255}.1` },
  'Content-Type': random.pick(['application/x-www-form-urlencoded', 'application/json', 'text/plain', '']),
});

function anyBody(): string {
  const fields = someFields(6);
  const shape = random.next();
  if (shape < 0.6) return asForm(fields);
  if (shape < 0.9) return JSON.stringify(Object.fromEntries(fields)).slice(0, shape < 0.8 ? undefined : -1);
  return '['.repeat(random.below(20_000));
}

/** Of an endpoint for programs: any method, type and body. */
function ofProgram(index: number): Promise<Answer> {
  const method = random.pick([...Array<string>(8).fill('POST'), 'GET', 'PUT', 'DELETE', 'OPTIONS']);
  return client.send({
    ...{ method, path: `/oauth/${random.pick(['token', 'register', 'revoke'])}` },
    ...(method !== 'GET' && { body: anyBody() }),
    headers: headersOf(index),
  });
}

/** An exchange that would be right, were its code or token not guessed or used. */
function guessing(index: number): Promise<Answer> {
  const network = `10.${(index >> 8) & 255}.${index & 255}.1`;
  const code = random.pick([usedCode, guess('oac'), other(usedCode)]);
  const refresh_token = random.pick([guess('ort'), other(tokens.refresh_token), tokens.access_token]);
  return random.chance(0.5)
    ? application.token({ grant_type: 'authorization_code', code, code_verifier: 'v'.repeat(43) }, network)
    : application.token({ grant_type: 'refresh_token', refresh_token }, network);
}

/** The address that a browser is sent to, as somebody or as nobody. */
const opening = (index: number) =>
  client.send({
    path: `/oauth/authorize${random.pick(['?', '', '/?', '//?', '?&'])}${nearlyRight()}`,
    headers: { ...headersOf(index), ...(random.chance(0.5) && cookiesOf(eve)) },
  });

const looking = () =>
  eve.post(random.pick(['/authorizations', '/authorizations', '/authorizations/']), {
    ...(random.chance(0.95) && { query: random.pick([nearlyRight(), nearlyRight(), aValue()]) }),
    ...(random.chance(0.05) && { id: 1 }),
  });

/** Decides on what somebody else looks at, on what is answered, and on what there is not. */
function deciding(): Promise<Answer> {
  const id = random.pick([
    annLooksAt,
    annAllowed.id,
    guess('aut'),
    '..%2f..',
    '%00',
    'aut_',
    `${annLooksAt} `,
  ]);
  const at = `/authorizations/${encodeURI(id)}`;
  if (random.chance(0.2)) return eve.delete(at);
  const scopes = random.pick<unknown>([['projects:read'], [...SCOPES], ['admin'], 'projects:read', null]);
  return eve.post(`${at}/allow`, {
    ...{ scopes, projects: random.pick<unknown>([null, [], [project], ['proj_none'], 7]) },
    as_superadmin: random.pick<unknown>([false, true, 'yes']),
  });
}

/** A page of another site that has Ann's own browser decide: all but what her browser would add for a page of ours. */
function fromElsewhere(): Promise<Answer> {
  const ours = { Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'X-Cvq-Dashboard': '1' };
  const theirs = random.pick([
    { ...ours, Origin: random.pick(['https://evil.example', 'null']) },
    { ...ours, 'Sec-Fetch-Site': random.pick(['cross-site', 'same-site']) },
    { Origin: ours.Origin, 'Sec-Fetch-Site': 'same-origin' },
  ]);
  return client.send({
    ...{ method: 'POST', path: `${API}/authorizations/${annLooksAt}/allow` },
    json: { scopes: ['projects:read'], projects: null, as_superadmin: false },
    headers: { Host: host, ...cookiesOf(ann), ...theirs },
  });
}

/** The read API and agents, by a token that is nearly right. */
function asking(): Promise<Answer> {
  const bearer = random.pick([guess('oat'), other(tokens.access_token), tokens.refresh_token, usedCode]);
  return random.chance(0.5)
    ? client.send({ path: '/v1/projects', bearer })
    : client.send({
        ...{ method: 'POST', path: '/mcp', bearer, json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
        headers: { Accept: 'application/json, text/event-stream' },
      });
}

const cookiesOf = ({ cookies }: typeof eve) => ({
  Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

const KINDS = { ofProgram, guessing, opening, looking, deciding, fromElsewhere, asking } as const;
type Kind = keyof typeof KINDS;
/** Which of them never succeed. */
const REFUSED: readonly Kind[] = ['guessing', 'deciding', 'fromElsewhere', 'asking'];
const LEAKS = /oat_|ort_|oac_|"access_token"|node_modules|\bat \w+ \(|SQLITE|TypeError/;

it(`${REQUESTS} malformed requests of OAuth meet no fault, are told no token, and are granted nothing`, async () => {
  const statuses = new Map<string, number>();
  const before = await control.listGrants({ now: clock.now });
  expect(before).toHaveLength(1);
  for (let index = 0; index < REQUESTS; index += 1) {
    clock.now += 100;
    if (index % 1000 === 0) annLooksAt = (await look(ann, application.query())).id;
    const kind = random.pick(Object.keys(KINDS)) as Kind;
    const answer = await KINDS[kind](index);
    const text = answer.bytes.toString();
    statuses.set(`${kind} ${answer.status}`, (statuses.get(`${kind} ${answer.status}`) ?? 0) + 1);
    expect(answer.status, `${kind}: ${text}`).toBeLessThan(500);
    if (kind !== 'opening') expect(text).not.toMatch(LEAKS);
    if (REFUSED.includes(kind)) expect(answer.status, `${kind}: ${text}`).toBeGreaterThanOrEqual(400);
    if (kind === 'looking' && answer.status === 200) expectOwnRedirect(answer);
  }
  expect(await control.listGrants({ now: clock.now })).toEqual(before);
  expect((await client.send({ path: '/v1/me', bearer: tokens.access_token })).status).toBe(200);
  expect((await application.refresh(tokens.refresh_token)).status).toBe(200);
  expect((await look(ann, application.query())).application.name).toBe('Analyst');
  if (process.env.MALFORMED_RUNS !== undefined)
    process.stdout.write(`${JSON.stringify(Object.fromEntries([...statuses].toSorted()))}\n`);
}, 1_800_000);

/** A refusal leads to where the application is registered, and nowhere else. */
function expectOwnRedirect({ body }: Answer): void {
  const { redirect_to: to } = (body as { data: { redirect_to: string | null } }).data;
  if (to === null) return;
  expect(new URL(to).hostname).toBe('127.0.0.1');
  expect(new URL(to).pathname).toBe('/callback');
  expect(new URL(to).searchParams.has('code')).toBe(false);
}
