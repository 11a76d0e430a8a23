import { expect, it } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { startTestCollector } from '../collector.ts';

const REQUESTS = 2000;

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const { host } = new URL(collector.origin);
const random = seededRandom(20);

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
  ...['token', 'redirect_uris', 'client_name', '__proto__', 'constructor', 'x'.repeat(300)],
];
const VALUES = [
  ...[
    '',
    'authorization_code',
    'refresh_token',
    'app_none',
    `oac_${'0'.repeat(40)}`,
    `ort_${'0'.repeat(40)}`,
  ],
  ...[
    '\0',
    '%',
    '%ff',
    '\ud800',
    '<script>',
    "' OR 1=1 --",
    'javascript:alert(1)',
    'https://',
    'v'.repeat(43),
  ],
  ...['y'.repeat(5000), '[]', '{}', 'null', '../..', 'projects:read admin'],
];
const TYPES = ['application/x-www-form-urlencoded', 'application/json', 'text/plain', ''];
const METHODS = ['POST', 'POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE', 'OPTIONS'];

function aBody(): string {
  const fields = Array.from({ length: random.below(6) }, () => [random.pick(NAMES), random.pick(VALUES)]);
  const shape = random.next();
  if (shape < 0.4) return new URLSearchParams(fields as [string, string][]).toString();
  if (shape < 0.6) return fields.map(([name, value]) => `${name}=${value}`).join('&');
  if (shape < 0.9) return JSON.stringify(Object.fromEntries(fields)).slice(0, shape < 0.8 ? undefined : -1);
  return '['.repeat(random.below(20_000));
}

it(`answers ${REQUESTS} malformed requests without a fault of ours, a stack, or a token`, async () => {
  for (let index = 0; index < REQUESTS; index += 1) {
    const method = random.pick(METHODS);
    const body = method === 'GET' ? undefined : aBody();
    const answer = await collector.client.send({
      ...{ method, path: `/oauth/${random.pick(['token', 'register', 'revoke'])}` },
      ...(body !== undefined && { body }),
      headers: {
        ...{ Host: host, 'X-Forwarded-For': `10.${index >> 8}.${index & 255}.1` },
        'Content-Type': random.pick(TYPES),
      },
    });
    const text = answer.bytes.toString();
    expect(answer.status, `${method} ${body?.slice(0, 200)}: ${text}`).toBeLessThan(500);
    expect(text).not.toMatch(/oat_|access_token|node_modules|\bat \w+ \(|SQLITE/);
    if (answer.status >= 400) expect(answer.body).toHaveProperty('error');
  }
  expect(await collector.control.listGrants({ now: collector.clock.now })).toEqual([]);
});
