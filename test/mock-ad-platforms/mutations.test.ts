import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type MockAdPlatforms,
  startMockAdPlatforms,
} from '../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { type Answered, type Client, DOCUMENTED, NOW, openClients } from './documented-requests.ts';

type Name = keyof typeof DOCUMENTED;
type Path = readonly (string | number)[];

let mock: MockAdPlatforms;
let clients: Record<Name, Client>;

beforeAll(async () => {
  mock = await startMockAdPlatforms({ now: () => NOW });
  clients = await openClients(mock);
});
afterAll(() => mock.close());
beforeEach(() => mock.reset());

/** How each platform says no, in a shape of its own. */
const REFUSALS: Record<Name, (answered: Answered) => void> = {
  google_ads({ status, body }) {
    expect([400, 403]).toContain(status);
    expect(body).toMatchObject({
      error: { code: status, message: expect.any(String), status: expect.stringMatching(/^[A-Z_]+$/) },
    });
  },
  meta_ads({ status, body }) {
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 100, type: 'OAuthException', fbtrace_id: expect.any(String) },
    });
  },
  microsoft_ads({ status, body }) {
    if (status === 200)
      expect(body).toMatchObject({
        PartialErrors: [{ Index: 0, Code: expect.any(Number), Type: 'BatchError' }],
      });
    else expect(body).toMatchObject({ TrackingId: expect.any(String), Type: 'ApiFaultDetail' });
  },
};

/** Fields without which a conversion is none. */
const REQUIRED: Record<Name, readonly string[]> = {
  google_ads: [
    'destinations',
    'events',
    'encoding',
    'destinations.0.operatingAccount',
    'destinations.0.operatingAccount.accountId',
    'destinations.0.operatingAccount.accountType',
    'destinations.0.productDestinationId',
    'events.0.eventTimestamp',
    'events.0.eventSource',
    'events.0.userData.userIdentifiers',
    'events.0.userData.userIdentifiers.0.emailAddress',
  ],
  meta_ads: [
    'data',
    'data.0.event_name',
    'data.0.event_time',
    'data.0.action_source',
    'data.0.event_source_url',
    'data.0.user_data',
    'data.0.user_data.client_user_agent',
    'data.0.custom_data.currency',
    'data.0.custom_data.value',
  ],
  microsoft_ads: [
    'OfflineConversions',
    'OfflineConversions.0.ConversionName',
    'OfflineConversions.0.ConversionTime',
  ],
};

/** Values of the right type that mean nothing, by the field. */
const MEANINGLESS: Record<Name, readonly [field: string, value: unknown][]> = {
  google_ads: [
    ['encoding', 'hex'],
    ['encoding', 'ENCODING_UNSPECIFIED'],
    ['destinations.0.operatingAccount.accountType', 'GOOGLE'],
    ['destinations.0.operatingAccount.accountId', '123-456-7890'],
    ['destinations.0.operatingAccount.accountId', '5555555555'],
    ['destinations.0.loginAccount.accountId', '5555555555'],
    ['destinations.0.productDestinationId', '4040'],
    ['events.0.eventSource', 'EVENT_SOURCE_UNSPECIFIED'],
    ['events.0.eventTimestamp', '2026-11-20 10:00:00+00:00'],
    ['events.0.eventTimestamp', '2026-11-20T12:00:00Z'],
    ['events.0.currency', 'EURO'],
    ['events.0.consent.adUserData', 'GRANTED'],
    ['events.0.adIdentifiers', { gbraid: 'a', wbraid: 'b' }],
    ['events.0.userData.userIdentifiers.0.emailAddress', 'visitor@example.com'],
    ['events.0.userData.userIdentifiers.0.emailAddress', 'A'.repeat(64)],
    ['events.0.userData.userIdentifiers.0.emailAddress', 'a'.repeat(62)],
    ['events.0.userData.userIdentifiers.0.phoneNumber', 'b'.repeat(64)],
    ['events.0.userData.userIdentifiers.0.address', { givenName: 'a'.repeat(64) }],
  ],
  meta_ads: [
    ['data.0.event_name', 'x'.repeat(51)],
    ['data.0.event_time', NOW],
    ['data.0.event_time', NOW / 1000 - 7 * 86_400 - 1],
    ['data.0.event_time', NOW / 1000 + 3600],
    ['data.0.action_source', 'web'],
    ['data.0.event_source_url', 'thanks'],
    ['data.0.user_data', { client_user_agent: 'Mozilla/5.0' }],
    ['data.0.user_data.em', ['visitor@example.com']],
    ['data.0.user_data.em', []],
    ['data.0.user_data.ph', `+${'b'.repeat(63)}`],
    ['data.0.user_data.fbc', 'IwAR0'],
    ['data.0.user_data.fbc', 'fb.1.1795100000.IwAR0'],
    ['data.0.user_data.fbc', 'fb.1.1795100000000.'],
    ['data.0.user_data.fbp', 'fb.1.1795100000000.x'],
    ['data.0.custom_data.currency', 'EURO'],
    ['data.0.custom_data.content_type', 'goods'],
  ],
  microsoft_ads: [
    ['OfflineConversions.0.MicrosoftClickId', 'dd4afccc'],
    ['OfflineConversions.0.ConversionName', 'x'.repeat(101)],
    ['OfflineConversions.0.ConversionTime', '2026-11-20'],
    ['OfflineConversions.0.ConversionTime', '2026-11-20T12:00:00Z'],
    ['OfflineConversions.0.ConversionTime', '2026-08-01T12:00:00Z'],
    ['OfflineConversions.0.ConversionValue', -1],
    ['OfflineConversions.0.ConversionCurrencyCode', 'EURO'],
    ['OfflineConversions.0.HashedEmailAddress', 'visitor@example.com'],
    ['OfflineConversions.0.HashedPhoneNumber', 'B'.repeat(64)],
  ],
};

describe.each(Object.keys(DOCUMENTED) as Name[])('%s', (name) => {
  const documented: object = DOCUMENTED[name];
  const paths = [...pathsOf(documented)].filter((path) => path[0] !== 'access_token');
  const send = (body: unknown) => clients[name].send(body as object);

  async function refuses(body: unknown): Promise<void> {
    REFUSALS[name](await send(body));
    expect(mock.state()[name].taken).toBe(0);
  }

  it('takes what the documentation gives as an example', async () => {
    const { status } = await send(documented);
    expect(status).toBe(200);
    expect(mock.state()[name]).toMatchObject({ taken: 1, uncounted: [], failed: 0 });
    expect(mock.state()[name].conversions).toHaveLength(1);
  });

  it.each(REQUIRED[name])('refuses a request without %s', (field) =>
    refuses(without(documented, pathOf(field))),
  );

  it.each(MEANINGLESS[name])('refuses %s as %j', (field, value) =>
    refuses(replaced(documented, pathOf(field), value)),
  );

  it('refuses any value of another type, wherever it stands', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), fc.jsonValue(), async (path, value) => {
        fc.pre(value !== null && typeOf(value) !== typeOf(valueAt(documented, path)));
        // Some of Meta's parameters may be a list or a single value.
        fc.pre(name !== 'meta_ads' || !Array.isArray(value) === !Array.isArray(valueAt(documented, path)));
        fc.pre(name !== 'meta_ads' || typeof value !== 'string' || !Array.isArray(valueAt(documented, path)));
        await refuses(replaced(documented, path, value));
      }),
      { numRuns: 300 },
    ));

  it('refuses a field that it does not know, wherever it stands', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...[[], ...paths].filter((path) => typeOf(valueAt(documented, path)) === 'object')),
        fc.stringMatching(/^[a-z_]{3,20}X$/),
        fc.jsonValue(),
        async (path, unknown, value) => {
          // An advertiser may have data of its own there.
          fc.pre(path.at(-1) !== 'custom_data');
          await refuses(replaced(documented, [...path, unknown], value));
        },
      ),
      { numRuns: 200 },
    ));
});

function* pathsOf(value: unknown, path: Path = []): Generator<Path> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value))
    yield* pathsOf(member, [...path, Array.isArray(value) ? Number(key) : key]);
}

const pathOf = (field: string): Path =>
  field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce((held, key) => (held as Record<string | number, unknown>)[key], value);

const typeOf = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value);

function changed(
  value: unknown,
  path: Path,
  change: (holder: Record<string | number, unknown>) => void,
): unknown {
  const copy = structuredClone(value);
  change(valueAt(copy, path.slice(0, -1)) as Record<string | number, unknown>);
  return copy;
}

const replaced = (value: unknown, path: Path, by: unknown): unknown =>
  changed(value, path, (holder) => {
    holder[path.at(-1) ?? ''] = by;
  });

const without = (value: unknown, path: Path): unknown =>
  changed(value, path, (holder) => {
    delete holder[path.at(-1) ?? ''];
  });
