import { createSign, generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlatformName } from '../../examples/mock-ad-platforms/mock-request.ts';
import {
  type MockAdPlatforms,
  startMockAdPlatforms,
} from '../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { AT, type Client, DOCUMENTED, NOW, openClients } from './documented-requests.ts';

const HOUR_MS = 3_600_000;

let mock: MockAdPlatforms;
let clients: Record<PlatformName, Client>;
let taken: PlatformName[];

beforeEach(async () => {
  taken = [];
  mock = await startMockAdPlatforms({ now: () => NOW, onTaken: (platform) => void taken.push(platform) });
  clients = await openClients(mock);
});
afterEach(() => mock.close());

const send = (name: PlatformName, body: object = DOCUMENTED[name]) => clients[name].send(body);

/** The documented request of a platform with something else in its conversion. */
function varied(name: PlatformName, change: object): object {
  const list = { google_ads: 'events', meta_ads: 'data', microsoft_ads: 'OfflineConversions' }[name];
  const documented = DOCUMENTED[name] as unknown as Record<string, [object]>;
  return { ...documented, [list]: [{ ...documented[list]?.[0], ...change }] };
}

const reasons = (name: PlatformName) => mock.state()[name].uncounted.map(({ reason }) => reason);

describe('what a platform holds', () => {
  it.each([
    ['google_ads', 'order-1001', { gclid: 'Cj0KCQ-mock_click' }, 'emailAddress'],
    ['meta_ads', 'order-1001', { fbclid: 'IwAR0-mock_click' }, 'em'],
    ['microsoft_ads', null, { msclkid: 'dd4afcccb1c94a4cad9544dd7e5006ab' }, 'HashedEmailAddress'],
  ] as const)(
    '%s has click, value, order and hashes of a conversion',
    async (name, orderId, clickIds, email) => {
      await send(name);
      const [held] = mock.state()[name].conversions;
      expect(held).toMatchObject({ orderId, clickIds, value: 49.9, currency: 'EUR', at: AT });
      expect(held?.hashes[email]).toEqual(['a'.repeat(64)]);
      expect(taken).toEqual([name]);
    },
  );

  it.each([
    ['google_ads', 'PROCESSING_ERROR_REASON_DUPLICATE_TRANSACTION_ID'],
    ['meta_ads', 'duplicate'],
    ['microsoft_ads', 'DuplicateConversionKey'],
  ] as const)('%s takes a repeat, and counts it once', async (name, reason) => {
    const answers = [await send(name), await send(name), await send(name)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(mock.state()[name]).toMatchObject({ taken: 3, requests: { send: 3 } });
    expect(mock.state()[name].conversions).toHaveLength(1);
    expect(reasons(name)).toEqual([reason, reason]);
  });

  it('Google knows a click with the same time again, whatever the order is called', async () => {
    await send('google_ads');
    await send('google_ads', varied('google_ads', { transactionId: 'order-1002' }));
    expect(reasons('google_ads')).toEqual(['PROCESSING_ERROR_REASON_DUPLICATE_GCLID']);
  });

  it('Meta counts an event again that is repeated after 48 hours', async () => {
    await send('meta_ads');
    mock.advance(48 * HOUR_MS);
    await send('meta_ads');
    mock.advance(1);
    await send('meta_ads');
    expect(mock.state().meta_ads.conversions).toHaveLength(2);
  });

  it('Meta counts no event of a test', async () => {
    await send('meta_ads', { ...DOCUMENTED.meta_ads, test_event_code: 'TEST123' });
    expect(reasons('meta_ads')).toEqual(['test_event']);
  });

  it('Microsoft cannot know a conversion again that has no click', async () => {
    const body = varied('microsoft_ads', { MicrosoftClickId: null });
    await send('microsoft_ads', body);
    await send('microsoft_ads', body);
    expect(mock.state().microsoft_ads.conversions).toHaveLength(2);
  });

  it('Microsoft says nothing of a goal that does not exist, and does not count the conversion', async () => {
    const { status, body } = await send('microsoft_ads', varied('microsoft_ads', { ConversionName: 'Sale' }));
    expect([status, body]).toEqual([200, { PartialErrors: [] }]);
    expect(reasons('microsoft_ads')).toEqual(['GoalNotFoundOrInactive']);
  });

  it('Microsoft takes the conversions that are fine, and lists the others by their index', async () => {
    const [fine] = DOCUMENTED.microsoft_ads.OfflineConversions;
    const wrong = { ...fine, MicrosoftClickId: 'x' };
    const { body } = await send('microsoft_ads', { OfflineConversions: [fine, wrong] });
    expect(body).toMatchObject({ PartialErrors: [{ Index: 1, Code: 5604 }] });
    expect(mock.state().microsoft_ads.taken).toBe(1);
  });
});

describe('two phases of Google', () => {
  const status = async (requestId: string) => {
    const { body } = await clients.google_ads.get(`/v1/requestStatus:retrieve?requestId=${requestId}`);
    return (body as { requestStatusPerDestination: [object] }).requestStatusPerDestination[0];
  };
  const requestId = async (body?: object) =>
    ((await send('google_ads', body)).body as { requestId: string }).requestId;

  it('decides on a request some time after it was taken', async () => {
    const id = await requestId();
    expect(await status(id)).toMatchObject({ requestStatus: 'PROCESSING' });
    mock.advance(HOUR_MS / 2);
    expect(await status(id)).toMatchObject({
      requestStatus: 'SUCCESS',
      eventsIngestionStatus: { recordCount: '1' },
    });
  });

  it.each([
    ['EVENT_TOO_OLD', { eventTimestamp: '2026-08-20T10:00:00Z' }],
    ['DENIED_CONSENT', { consent: { adUserData: 'CONSENT_DENIED' } }],
    ['INVALID_GCLID', { adIdentifiers: { gclid: 'not a click' } }],
  ])('fails with %s after the request was taken', async (reason, change) => {
    const id = await requestId(varied('google_ads', change));
    mock.advance(HOUR_MS);
    expect(await status(id)).toMatchObject({
      requestStatus: 'FAILED',
      errorInfo: { errorCounts: [{ recordCount: '1', reason: `PROCESSING_ERROR_REASON_${reason}` }] },
    });
  });

  it('tells of each destination, and of an event for one of them there alone', async () => {
    const [first] = DOCUMENTED.google_ads.destinations;
    const id = await requestId({
      ...varied('google_ads', { destinationReferences: ['d2'] }),
      destinations: [first, { ...first, reference: 'd2', productDestinationId: '7002' }],
    });
    expect(mock.state().google_ads.conversions.map(({ action }) => action)).toEqual(['7002']);
    mock.advance(HOUR_MS);
    const { body } = await clients.google_ads.get(`/v1/requestStatus:retrieve?requestId=${id}`);
    expect(body).toMatchObject({
      requestStatusPerDestination: [
        { destination: { reference: 'd1' }, eventsIngestionStatus: { recordCount: '0' } },
        { destination: { reference: 'd2' }, eventsIngestionStatus: { recordCount: '1' } },
      ],
    });
  });

  it('validates without carrying out, and knows nothing of such a request later', async () => {
    const id = await requestId({ ...DOCUMENTED.google_ads, validateOnly: true });
    const { status: refused, body } = await clients.google_ads.get(
      `/v1/requestStatus:retrieve?requestId=${id}`,
    );
    expect([refused, mock.state().google_ads.taken]).toEqual([400, 0]);
    expect(JSON.stringify(body)).toContain('INVALID_REQUEST_ID');
  });
});

describe('tokens', () => {
  it.each([
    ['google_ads', 401, 'UNAUTHENTICATED'],
    ['meta_ads', 400, 'OAuthException'],
    ['microsoft_ads', 401, 'AuthenticationTokenExpired'],
  ] as const)('%s refuses an expired token, and takes the next one', async (name, status, said) => {
    mock.fail({ platform: name, fault: 'expired_token' });
    const refused = await send(name);
    expect(refused.status).toBe(status);
    expect(JSON.stringify(refused.body)).toContain(said);
    expect((await send(name)).status).toBe(status);
    clients = await openClients(mock);
    expect((await send(name)).status).toBe(200);
  });

  it('Google verifies the signature, the audience and the time of a service account', async () => {
    const key = mock.credentials('google-service-account') as { private_key: string; client_email: string };
    const seconds = NOW / 1000;
    const claims = {
      iss: key.client_email,
      scope: 'https://www.googleapis.com/auth/datamanager',
      aud: `${mock.address}/token`,
      iat: seconds,
      exp: seconds + 3600,
    };
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const stranger = other.export({ type: 'pkcs8', format: 'pem' }).toString();
    const ask = async (said: object, pem = key.private_key) => {
      const response = await fetch(`${mock.address}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion: signed(said, pem),
        }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    expect(await ask(claims)).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3599 },
    });
    const refused = [
      await ask(claims, stranger),
      await ask({ ...claims, aud: 'https://example.com/token' }),
      await ask({ ...claims, exp: seconds + 7200 }),
      await ask({ ...claims, iat: seconds - 7200, exp: seconds - 3600 }),
      await ask({ ...claims, iss: 'somebody@example.com' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
      refused.map(() => [400, 'invalid_grant']),
    );
    expect((await ask({ ...claims, scope: 'openid' })).body.error).toBe('invalid_scope');
  });

  it('Microsoft rotates refresh tokens, and may revoke the one that was used', async () => {
    await mock.close();
    mock = await startMockAdPlatforms({ now: () => NOW, revokesUsedRefreshTokens: true });
    const client = mock.credentials('microsoft') as { refresh_token: string };
    const refresh = async (refresh_token: string) => {
      const form = { ...client, grant_type: 'refresh_token', refresh_token };
      const body = new URLSearchParams(form);
      const response = await fetch(`${mock.address}/common/oauth2/v2.0/token`, { method: 'POST', body });
      return (await response.json()) as { refresh_token?: string; error?: string };
    };
    const { refresh_token: second = '' } = await refresh(client.refresh_token);
    expect(await refresh(client.refresh_token)).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(second)).refresh_token).not.toBe(second);
    expect(mock.secrets()).toContain(second);
  });

  it('Microsoft gives a code for a consent, which buys tokens once', async () => {
    const client = mock.credentials('microsoft') as Record<string, string>;
    const redirect_uri = 'https://login.microsoftonline.com/common/oauth2/nativeclient';
    const consent = new URL('/common/oauth2/v2.0/authorize', mock.address);
    consent.search = new URLSearchParams({
      client_id: client.client_id ?? '',
      response_type: 'code',
      redirect_uri,
      scope: 'https://ads.microsoft.com/msads.manage offline_access',
      state: 'abc',
    }).toString();
    const answer = await fetch(consent, { redirect: 'manual' });
    const location = new URL(answer.headers.get('location') ?? '');
    expect([location.href.startsWith(redirect_uri), location.searchParams.get('state')]).toEqual([
      true,
      'abc',
    ]);
    const buy = async () => {
      const code = location.searchParams.get('code') ?? '';
      const body = new URLSearchParams({ ...client, grant_type: 'authorization_code', code, redirect_uri });
      return (await fetch(`${mock.address}/common/oauth2/v2.0/token`, { method: 'POST', body })).status;
    };
    expect([await buy(), await buy()]).toEqual([200, 400]);
  });

  it('Microsoft lists the goals of an account', async () => {
    const { body } = await clients.microsoft_ads.post('/CampaignManagement/v13/ConversionGoals/QueryByIds', {
      ConversionGoalTypes: 'OfflineConversion',
    });
    expect(body).toMatchObject({ ConversionGoals: [{ Name: 'Purchase' }, {}, {}, {}], PartialErrors: [] });
  });
});

function signed(claims: object, pem: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(pem).toString('base64url')}`;
}
