import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { PlatformAnswer, Target } from '../../src/ad-platforms/adapter.ts';
import { googleAdapter } from '../../src/ad-platforms/google/google-adapter.ts';
import { CLICKS, CONVERSION } from './conversions.ts';
import { type FakePlatform, type Received, startFakePlatform } from './fake-platform.ts';

/** Where spend is read: by another test. */
const ADS = { adsAddress: '', adsVersion: 'v26' };
const NOW = Date.UTC(2026, 10, 23, 12);
const TARGET: Target = { account: '1234567890', loginAccount: '9876543210', action: '7001' };
const PERSON = { client_id: 'client', client_secret: 'client-secret', refresh_token: 'refresh-token' };
const never = new AbortController().signal;

let platform: FakePlatform | undefined;
afterEach(async () => {
  await platform?.close();
  platform = undefined;
});

type Answers = {
  readonly token?: () => object | 'hang' | 'forbidden' | 'slow_down';
  readonly ingest?: (
    request: Received,
  ) => { status?: number; headers?: Record<string, string>; body: object | string } | 'hang' | 'cut';
  readonly status?: () => object;
};

/** Google as a test has it, and an integration that is connected with it. */
async function google(answers: Answers, credentials: Record<string, string> = PERSON) {
  let tokens = 0;
  let now = NOW;
  platform = await startFakePlatform((request) => {
    if (request.path === '/token') {
      const said = answers.token?.() ?? { access_token: `token-${++tokens}`, expires_in: 3600 };
      if (said === 'forbidden') return { status: 403, body: said };
      if (said === 'slow_down')
        return { status: 429, headers: { 'retry-after': '120' }, body: { error: said } };
      return said === 'hang' ? said : { body: said };
    }
    if (request.path === '/v1/events:ingest')
      return answers.ingest?.(request) ?? { body: { requestId: 'request-1' } };
    return { body: answers.status?.() ?? {} };
  });
  const { address, received } = platform;
  const adapter = googleAdapter({ address, version: 'v1', tokenAddress: address, ...ADS, now: () => now });
  const connection = adapter.connect(TARGET, credentials, async () => true);
  const built = adapter.build({ ...CONVERSION, click: CLICKS.google_ads }, TARGET);
  return {
    adapter,
    connection,
    built,
    send: (signal = never) => adapter.send(built, connection, signal),
    verify: () => adapter.verify?.('request-1', connection, never),
    asked: (path: string) => received.filter((request) => request.path.startsWith(path)),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const refusal = (status: number, code: string, reason: string, field?: string) => ({
  status,
  body: {
    error: {
      code: status,
      status: code,
      message: 'There was a problem with the request.',
      details: [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: field ? 'INVALID_ARGUMENT' : reason },
        ...(field
          ? [
              {
                '@type': 'type.googleapis.com/google.rpc.BadRequest',
                fieldViolations: [{ field, reason, description: 'It is malformed.' }],
              },
            ]
          : []),
        { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'support-1' },
      ],
    },
  },
});

describe('an event', () => {
  it('is handed in with an access token, and answered with the id to ask by', async () => {
    const { send, asked, built } = await google({});
    expect(await send()).toMatchObject({ class: 'accepted', reference: 'request-1', isOutcomeKnown: true });
    const [request] = asked('/v1/events:ingest');
    expect(request?.headers.authorization).toBe('Bearer token-1');
    expect(JSON.parse(request?.body ?? '')).toEqual(built.body);
    expect(new URLSearchParams(asked('/token')[0]?.body).get('refresh_token')).toBe('refresh-token');
  });

  it.each<[string, ReturnType<typeof refusal>, Partial<PlatformAnswer>]>([
    [
      'an internal error',
      refusal(500, 'INTERNAL', 'INTERNAL_ERROR'),
      { class: 'transient', isOutcomeKnown: false },
    ],
    [
      'a deadline',
      refusal(504, 'DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED'),
      { class: 'transient', isOutcomeKnown: false },
    ],
    ['no permission', refusal(403, 'PERMISSION_DENIED', 'PERMISSION_DENIED'), { class: 'config' }],
    [
      'unsigned terms',
      refusal(400, 'FAILED_PRECONDITION', 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED'),
      { class: 'config' },
    ],
    [
      'an unknown action',
      refusal(
        400,
        'INVALID_ARGUMENT',
        'INVALID_CONVERSION_ACTION_ID',
        'destinations[0].product_destination_id',
      ),
      { class: 'config', code: 'INVALID_CONVERSION_ACTION_ID' },
    ],
    [
      'a wrong currency',
      refusal(400, 'INVALID_ARGUMENT', 'INVALID_CURRENCY_CODE', 'events[0].currency'),
      { class: 'invalid', field: 'events[0].currency', leaveOut: null },
    ],
    [
      'a code of tomorrow',
      refusal(400, 'INVALID_ARGUMENT', 'NEW_REASON'),
      { class: 'unknown', code: 'NEW_REASON', requestId: 'support-1' },
    ],
  ])('that meets %s is answered so', async (_, answer, expected) => {
    const { send } = await google({ ingest: () => answer });
    expect(await send()).toMatchObject({ httpStatus: answer.status, ...expected });
  });

  it.each([
    ['events[0].user_data.user_identifiers[0].email_address', 'emailAddress'],
    ['events[0].userData.userIdentifiers[0]', 'emailAddress'],
    ['events[0].adIdentifiers.gclid', 'gclid'],
  ])('is repaired without %s', async (field, leaveOut) => {
    const { send, adapter } = await google({
      ingest: () => refusal(400, 'INVALID_ARGUMENT', 'INVALID_FORMAT', field),
    });
    const answer = await send();
    expect(answer).toMatchObject({ class: 'invalid', field, leaveOut });
    const conversion = { ...CONVERSION, click: CLICKS.google_ads };
    const repaired = adapter.build(conversion, TARGET, { leftOut: [leaveOut] });
    expect(repaired.identifiers).toHaveLength(1);
    expect(repaired.identifiers).not.toContain(leaveOut);
  });

  it('waits as long as a quota says', async () => {
    const body = (quota: string) => ({
      status: 429,
      body: {
        error: {
          status: 'RESOURCE_EXHAUSTED',
          details: [{ reason: 'RESOURCE_EXHAUSTED', metadata: { quota_limit: quota } }],
        },
      },
    });
    const answers = [
      { ...body('RequestsPerMinutePerProject'), headers: { 'retry-after': '30' } },
      body('RequestsPerMinutePerProject'),
      body('RequestsPerDayPerProject'),
    ];
    const { send } = await google({ ingest: () => answers.shift() ?? 'cut' });
    expect(await send()).toMatchObject({ class: 'throttled', retryAfterMs: 30_000 });
    expect(await send()).toMatchObject({ class: 'throttled', retryAfterMs: 60_000 });
    expect(await send()).toMatchObject({ class: 'throttled', retryAfterMs: 3_600_000 });
  });

  it('that fails in a way that may pass waits as long as Google says', async () => {
    const error = { status: 'UNAVAILABLE', details: [{ retryDelay: '90s' }] };
    const answers = [
      { status: 503, body: { error } },
      { status: 503, body: { error }, headers: { 'retry-after': '120' } },
      { status: 503, body: { error: { status: 'UNAVAILABLE' } } },
    ];
    const { send } = await google({ ingest: () => answers.shift() ?? 'cut' });
    expect(await send()).toMatchObject({ class: 'transient', retryAfterMs: 90_000 });
    expect(await send()).toMatchObject({ class: 'transient', retryAfterMs: 120_000 });
    expect(await send()).toMatchObject({ class: 'transient', retryAfterMs: null });
  });

  it.each([
    ['3.5s', 3_500],
    ['0s', 0],
    ['garbage', 60_000],
    ['', 60_000],
    ['-3s', 60_000],
    ['Infinity', 60_000],
    [`${'9'.repeat(400)}s`, 60_000],
  ])('that is to be sent again after "%s" waits %d ms', async (retryDelay, retryAfterMs) => {
    const error = { status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay }] };
    const { send } = await google({ ingest: () => ({ status: 429, body: { error } }) });
    expect(await send()).toMatchObject({ class: 'throttled', retryAfterMs });
  });
});

describe('an access token', () => {
  it('serves until a minute before its end', async () => {
    const { send, asked, pass } = await google({});
    await send();
    pass(3_540_000 - 1);
    await send();
    expect(asked('/token')).toHaveLength(1);
    pass(1);
    await send();
    expect(asked('/token')).toHaveLength(2);
  });

  it('is fetched once for all who wait for it', async () => {
    const { send, asked } = await google({});
    await Promise.all([send(), send(), send()]);
    expect(asked('/token')).toHaveLength(1);
  });

  it('that is refused is replaced once, and the request is repeated once', async () => {
    const expired = refusal(401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_EXPIRED');
    const { send, asked } = await google({
      ingest: ({ headers }) =>
        headers.authorization === 'Bearer token-1' ? expired : { body: { requestId: 'request-2' } },
    });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map((answer) => answer.class)).toEqual(['accepted', 'accepted']);
    expect(asked('/token')).toHaveLength(2);
    expect(asked('/v1/events:ingest')).toHaveLength(4);
  });

  it('that is refused twice needs somebody to connect again', async () => {
    const { send, asked } = await google({
      ingest: () => refusal(401, 'UNAUTHENTICATED', 'ACCESS_TOKEN_EXPIRED'),
    });
    expect(await send()).toMatchObject({ class: 'auth', code: 'ACCESS_TOKEN_EXPIRED' });
    expect(asked('/v1/events:ingest')).toHaveLength(2);
  });

  it('that is not given for some time is asked for no sooner than the token server says', async () => {
    const { send } = await google({ token: () => 'slow_down' });
    expect(await send()).toMatchObject({ class: 'throttled', code: 'slow_down', retryAfterMs: 120_000 });
  });

  it('is asked for with an assertion that the service account has signed', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = {
      client_email: 'cvq@project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    const { send, asked } = await google({}, key);
    await send();
    const form = new URLSearchParams(asked('/token')[0]?.body);
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const [head = '', claims = '', signature = ''] = form.get('assertion')?.split('.') ?? [];
    const signed = Buffer.from(`${head}.${claims}`);
    expect(
      verify(
        'RSA-SHA256',
        signed,
        createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
        Buffer.from(signature, 'base64url'),
      ),
    ).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      iss: key.client_email,
      scope: 'https://www.googleapis.com/auth/datamanager https://www.googleapis.com/auth/adwords',
      aud: 'https://oauth2.googleapis.com/token',
      iat: NOW / 1000,
      exp: NOW / 1000 + 3600,
    });
  });

  it('that does not come in time ends the attempt, and nothing was sent', async () => {
    const { send, asked } = await google({ token: () => 'hang' });
    const stop = new AbortController();
    const answer = send(stop.signal);
    await expect.poll(() => asked('/token').length).toBe(1);
    stop.abort();
    expect(await answer).toMatchObject({ class: 'transient', isOutcomeKnown: true, code: 'timeout' });
    expect(asked('/v1/events:ingest')).toEqual([]);
  });

  it('that cannot be had says why, and nothing is sent', async () => {
    const { send, asked } = await google({ token: () => ({ error: 'nothing' }) });
    expect(await send()).toMatchObject({ class: 'transient', isOutcomeKnown: true, code: 'http_200' });
    expect(asked('/v1/events:ingest')).toEqual([]);
  });

  it.each([
    [
      {},
      'client_id is missing: give the JSON key file of a service account, or an object with client_id, client_secret, refresh_token',
    ],
    [{ client_id: 'a', client_secret: 'b' }, /^refresh_token is missing/],
    [{ client_email: 'a@b.example' }, /^private_key is missing/],
    [{ client_email: 'a@b.example', private_key: 'no key' }, /^private_key is not an RSA key/],
    [PERSON, null],
  ])('of %j has the problem %s', (credentials, problem) => {
    const { problemOf } = googleAdapter({
      address: '',
      version: 'v1',
      tokenAddress: '',
      ...ADS,
      now: Date.now,
    });
    const said = problemOf(credentials as Record<string, string>);
    if (problem instanceof RegExp) expect(said).toMatch(problem);
    else expect(said).toBe(problem);
  });
});

describe('what became of an event', () => {
  const decided = (requestStatus: string, reason?: string) => () => ({
    requestStatusPerDestination: [
      { requestStatus, ...(reason && { errorInfo: { errorCounts: [{ recordCount: '1', reason }] } }) },
    ],
  });

  it.each<[string, string | undefined, Partial<PlatformAnswer>]>([
    ['SUCCESS', undefined, { class: 'delivered' }],
    ['PROCESSING', undefined, { class: 'processing' }],
    ['FAILED', 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD', { class: 'expired' }],
    ['FAILURE', 'PROCESSING_ERROR_REASON_DUPLICATE_TRANSACTION_ID', { class: 'duplicate' }],
    ['FAILED', 'PROCESSING_ERROR_REASON_DUPLICATE_GCLID', { class: 'same_click' }],
    ['FAILED', 'PROCESSING_ERROR_REASON_INTERNAL_ERROR', { class: 'send_again' }],
    ['FAILED', 'PROCESSING_ERROR_REASON_INVALID_GCLID', { class: 'invalid', leaveOut: 'gclid' }],
    [
      'FAILED',
      'PROCESSING_ERROR_OPERATING_ACCOUNT_MISMATCH_FOR_AD_IDENTIFIER',
      { class: 'invalid', leaveOut: null },
    ],
    [
      'FAILED',
      'PROCESSING_ERROR_REASON_OF_TOMORROW',
      { class: 'invalid', code: 'PROCESSING_ERROR_REASON_OF_TOMORROW' },
    ],
    ['FAILED', undefined, { class: 'invalid', code: 'FAILED' }],
  ])('%s %s is told', async (status, reason, expected) => {
    const { verify, asked } = await google({ status: decided(status, reason) });
    expect(await verify()).toMatchObject(expected);
    expect(asked('/v1/requestStatus:retrieve?requestId=request-1')).toHaveLength(1);
  });

  it('is asked again where the question fails', async () => {
    const { verify } = await google({ status: () => ({}) });
    expect(await verify()).toMatchObject({ class: 'transient', isOutcomeKnown: true });
  });

  it('is asked again where something before the token server refuses the question', async () => {
    const { verify, asked } = await google({ token: () => 'forbidden' });
    expect(await verify()).toMatchObject({ class: 'transient', code: 'http_403' });
    expect(asked('/v1/')).toEqual([]);
  });
});

describe('a test of an integration', () => {
  it('validates each conversion action, and that user data is taken', async () => {
    const { adapter, connection, asked } = await google({});
    const result = await adapter.test(connection, { actions: ['7001', '7002'] }, never);
    expect(result.ok).toBe(true);
    expect(result.checks.map(({ what }) => what)).toEqual([
      'Conversions of clicks are taken by conversion action 7001',
      'Conversions of clicks are taken by conversion action 7002',
      'Hashed e-mail addresses and phone numbers are taken',
    ]);
    for (const { body } of asked('/v1/events:ingest'))
      expect(JSON.parse(body)).toMatchObject({ validateOnly: true });
  });

  it('says what is wrong, and how to mend it', async () => {
    const { adapter, connection } = await google({
      ingest: () =>
        refusal(
          400,
          'INVALID_ARGUMENT',
          'INVALID_CONVERSION_ACTION_ID',
          'destinations[0].product_destination_id',
        ),
    });
    expect(await adapter.test(connection, { actions: ['1'] }, never)).toEqual({
      ok: false,
      checks: [
        {
          what: 'Conversions of clicks are taken by conversion action 1',
          ok: false,
          problem:
            'INVALID_CONVERSION_ACTION_ID: There was a problem with the request. It is malformed. Map the event type to the number of a conversion action: in Google Ads it is the ctId in the address of its page under Goals.',
        },
      ],
    });
  });
});
