import { MINUTE_MS } from '@cvq/contract/constants';
import { afterEach, describe, expect, it } from 'vitest';
import type { Credentials, PlatformAnswer } from '../../src/ad-platforms/adapter.ts';
import { microsoftAdapter } from '../../src/ad-platforms/microsoft/microsoft-adapter.ts';
import { CLICKS, CONVERSION } from './conversions.ts';
import { type FakePlatform, type Received, startFakePlatform } from './fake-platform.ts';

/** Where spend is read: by another test. */
const REPORTS = { customerAddress: '', reportingAddress: '', wait: async () => {} };
const NOW = Date.UTC(2026, 10, 23, 12);
const TARGET = { account: '150000001', loginAccount: '250000001', action: 'Purchase' };
const CREDENTIALS = {
  client_id: 'app',
  client_secret: 'app-secret',
  refresh_token: 'refresh-0',
  developer_token: 'developer-token',
};
const never = new AbortController().signal;

let platform: FakePlatform | undefined;
afterEach(async () => {
  await platform?.close();
  platform = undefined;
});

type Answer = Parameters<typeof startFakePlatform>[0];
const nothingWrong: Answer = () => ({ body: { PartialErrors: [] } });

/** Microsoft, which gives a new refresh token with every access token, and takes only the newest. */
async function microsoft(
  answer: Answer,
  credentials: Credentials = CREDENTIALS,
  store = async (_: Credentials) => true,
) {
  let given = 0;
  let now = NOW;
  const stored: Credentials[] = [];
  platform = await startFakePlatform((request) => {
    if (!request.path.startsWith('/common/')) return answer(request);
    const refreshToken = new URLSearchParams(request.body).get('refresh_token');
    if (refreshToken !== `refresh-${given}`)
      return {
        status: 400,
        body: { error: 'invalid_grant', error_description: `${refreshToken} is not valid.` },
      };
    given += 1;
    return { body: { access_token: `access-${given}`, expires_in: 3600, refresh_token: `refresh-${given}` } };
  });
  const { address, received } = platform;
  const adapter = microsoftAdapter({
    address,
    version: 'v13',
    tokenAddress: address,
    ...REPORTS,
    now: () => now,
  });
  const connection = adapter.connect(TARGET, credentials, async (rotated) => {
    stored.push(rotated);
    return store(rotated);
  });
  const built = adapter.build({ ...CONVERSION, click: CLICKS.microsoft_ads }, TARGET);
  return {
    adapter,
    connection,
    stored,
    built,
    send: () => adapter.send(built, connection, never),
    look: (goal: string) => adapter.lookForAction?.(goal, connection, never),
    queries: () => received.filter(({ path }) => path.endsWith('/ConversionGoals/QueryByIds')),
    applied: () => received.filter(({ path }) => path.endsWith('/OfflineConversions/Apply')),
    tokens: () => received.filter(({ path }) => path === '/common/oauth2/v2.0/token'),
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const partial = (Code: number, ErrorCode: string) => ({
  body: { PartialErrors: [{ Index: 0, Code, ErrorCode, Message: 'It is wrong.', Type: 'BatchError' }] },
});
const fault = (status: number, error: object) => ({
  status,
  body: { TrackingId: 'track-1', Type: 'AdApiFaultDetail', Errors: [{ Message: 'It is wrong.', ...error }] },
});

describe('a conversion', () => {
  it('is applied with the headers that name app, customer and account', async () => {
    const { send, applied, built } = await microsoft(nothingWrong);
    expect(await send()).toMatchObject({ class: 'delivered', isOutcomeKnown: true });
    const [request] = applied() as [Received];
    expect(request.path).toBe('/CampaignManagement/v13/OfflineConversions/Apply');
    expect(request.headers).toMatchObject({
      authorization: 'Bearer access-1',
      developertoken: 'developer-token',
      customerid: '250000001',
      customeraccountid: '150000001',
    });
    expect(JSON.parse(request.body)).toEqual(built.body);
  });

  it('is taken where the list of errors is null', async () => {
    const { send } = await microsoft(() => ({ body: { PartialErrors: null } }));
    expect(await send()).toMatchObject({ class: 'delivered' });
  });

  it.each<[object, Partial<PlatformAnswer>]>([
    [partial(5609, 'OfflineConversionTimeOutOfWindow'), { class: 'expired' }],
    [partial(5615, 'OfflineConversionNotAcceptedForGoal'), { class: 'too_early' }],
    [partial(5606, 'OfflineConversionNameInvalid'), { class: 'config' }],
    [
      partial(5604, 'OfflineConversionMicrosoftClickIdInvalid'),
      { class: 'invalid', field: 'MicrosoftClickId', leaveOut: 'MicrosoftClickId' },
    ],
    [partial(5610, 'OfflineConversionValueInvalid'), { class: 'invalid', leaveOut: null }],
    [partial(9999, 'AnErrorOfTomorrow'), { class: 'unknown', code: 'AnErrorOfTomorrow' }],
    [fault(500, { Code: 0, ErrorCode: 'InternalError' }), { class: 'transient', isOutcomeKnown: false }],
    [
      fault(500, { Code: 5612, ErrorCode: 'OfflineConversionsApplyFailed' }),
      { class: 'transient', isOutcomeKnown: true },
    ],
    [
      fault(400, { Code: 117 }),
      { class: 'throttled', code: 'CallRateExceeded', retryAfterMs: 60_000, requestId: 'track-1' },
    ],
    [fault(403, { Code: 106, ErrorCode: 'UserIsNotAuthorized' }), { class: 'config' }],
    [
      {
        status: 400,
        body: {
          OperationErrors: [{ Code: 5613, ErrorCode: 'OfflineConversionPilotNotEnabledForCustomer' }],
          BatchErrors: [],
        },
      },
      { class: 'config' },
    ],
    [
      { status: 503, body: '<html>' },
      { class: 'transient', code: 'http_503', isOutcomeKnown: false },
    ],
  ])('that meets %j is answered so', async (answer, expected) => {
    const { send } = await microsoft(() => answer as ReturnType<Answer>);
    expect(await send()).toMatchObject(expected);
  });
});

describe('a refresh token', () => {
  it('that was replaced is stored before the access token is used', async () => {
    const { send, stored, applied, tokens, pass } = await microsoft(nothingWrong);
    await send();
    expect(stored).toEqual([{ ...CREDENTIALS, refresh_token: 'refresh-1' }]);
    pass(3_600_000);
    await send();
    expect(stored.map(({ refresh_token }) => refresh_token)).toEqual(['refresh-1', 'refresh-2']);
    expect(applied().map(({ headers }) => headers.authorization)).toEqual([
      'Bearer access-1',
      'Bearer access-2',
    ]);
    expect(tokens()).toHaveLength(2);
  });

  it('that was lost needs somebody to connect again, and is named nowhere', async () => {
    const { send, applied } = await microsoft(nothingWrong, {
      ...CREDENTIALS,
      refresh_token: 'refresh-lost',
    });
    const answer = await send();
    expect(answer).toMatchObject({ class: 'auth', code: 'invalid_grant', message: '[token] is not valid.' });
    expect(JSON.stringify(answer)).not.toContain('refresh-lost');
    expect(applied()).toEqual([]);
  });

  it('that could not be stored is stored with the next, and nothing is sent before', async () => {
    let isFull = true;
    const { send, stored, applied } = await microsoft(nothingWrong, CREDENTIALS, async () => {
      if (isFull) throw new Error('The disk is full');
      return true;
    });
    expect(await send()).toMatchObject({
      class: 'transient',
      code: 'token_not_stored',
      isOutcomeKnown: true,
    });
    expect(applied()).toEqual([]);
    isFull = false;
    expect(await send()).toMatchObject({ class: 'delivered' });
    expect(stored.map(({ refresh_token }) => refresh_token)).toEqual(['refresh-1', 'refresh-2']);
  });

  it('serves an app without a secret', async () => {
    const { client_secret: _, ...credentials } = CREDENTIALS;
    const { send, tokens } = await microsoft(nothingWrong, credentials);
    expect(await send()).toMatchObject({ class: 'delivered' });
    expect(tokens()[0]?.body).not.toContain('client_secret');
  });

  it('is used once, though several wait for a token', async () => {
    const expired = fault(401, { Code: 109, ErrorCode: 'AuthenticationTokenExpired' });
    const { send, tokens } = await microsoft(({ headers, path }) =>
      headers.authorization === 'Bearer access-1'
        ? expired
        : nothingWrong({ headers, path, method: '', body: '' }),
    );
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map((answer) => answer.class)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(tokens()).toHaveLength(2);
  });
});

const goals =
  (...names: [string, string][]): Answer =>
  () => ({
    body: {
      ConversionGoals: [null, ...names.map(([Name, Status]) => ({ Name, Status }))],
      PartialErrors: [],
    },
  });

describe('a goal, before a conversion is sent for it,', () => {
  it('is looked for once in ten minutes, however many conversions are sent', async () => {
    const { look, queries, pass } = await microsoft(goals(['Purchase', 'Active'], ['Lead', 'Active']));
    expect(await Promise.all([look('Purchase'), look('Lead'), look('Purchase')])).toEqual([null, null, null]);
    pass(10 * MINUTE_MS - 1);
    expect(await look('Lead')).toBeNull();
    expect(queries()).toHaveLength(1);
    pass(1);
    expect(await look('Lead')).toBeNull();
    expect(queries()).toHaveLength(2);
  });

  it('that is not there, or is switched off, stops the conversion, and is looked for again soon', async () => {
    let there: [string, string][] = [['Lead', 'Paused']];
    const { look, queries, pass } = await microsoft((request) => goals(...there)(request));
    expect(await look('Purchase')).toMatchObject({
      class: 'config',
      code: 'GoalNotFoundOrInactive',
      isOutcomeKnown: true,
      message:
        'Nothing was sent for the goal Purchase. No goal for offline conversions has this name. Map the event type to the exact name of one, or make one and wait two hours. There are: Lead.',
    });
    expect(await look('Lead')).toMatchObject({
      class: 'config',
      message:
        'Nothing was sent for the goal Lead. The goal has status Paused. Switch it on in Microsoft Advertising.',
    });
    expect(queries()).toHaveLength(1);
    there = [['Purchase', 'Active']];
    pass(10_000);
    expect(await look('Purchase')).toBeNull();
    expect(queries()).toHaveLength(2);
  });

  it.each<[string, Answer, Partial<PlatformAnswer> | null]>([
    [
      'a service in trouble',
      () => ({ status: 503, body: '<html>' }),
      { class: 'transient', isOutcomeKnown: true },
    ],
    ['no answer', () => 'cut', { class: 'transient', isOutcomeKnown: true }],
    ['too many calls', () => fault(400, { Code: 117 }), { class: 'throttled', code: 'CallRateExceeded' }],
    [
      'a login that is refused',
      () => fault(401, { Code: 105 }),
      { class: 'auth', code: 'InvalidCredentials' },
    ],
    ['a code of another kind', () => fault(403, { Code: 106 }), null],
    ['a list that cannot be read', () => ({ body: { ConversionGoals: 'many' } }), null],
  ])('that cannot be looked for since there is %s', async (_, answer, expected) => {
    const { look } = await microsoft(answer);
    if (expected === null) expect(await look('Purchase')).toBeNull();
    else expect(await look('Purchase')).toMatchObject(expected);
  });
});

describe('a test of an integration', () => {
  it('finds the goals by their names', async () => {
    const { adapter, connection } = await microsoft(goals(['Purchase', 'Active'], ['Lead', 'Paused']));
    const { ok, checks } = await adapter.test(
      connection,
      { actions: ['Purchase', 'Lead', 'purchase'] },
      never,
    );
    expect(ok).toBe(false);
    expect(checks).toEqual([
      { what: 'Account 150000001 can be reached', ok: true, problem: null },
      { what: 'The goal Purchase takes offline conversions', ok: true, problem: null },
      {
        what: 'The goal Lead takes offline conversions',
        ok: false,
        problem: 'The goal has status Paused. Switch it on in Microsoft Advertising.',
      },
      {
        what: 'The goal purchase takes offline conversions',
        ok: false,
        problem:
          'No goal for offline conversions has this name. Map the event type to the exact name of one, or make one and wait two hours. There are: Purchase, Lead.',
      },
    ]);
  });

  it('says what is wrong, and how to mend it', async () => {
    const { adapter, connection } = await microsoft(() =>
      fault(401, { Code: 105, ErrorCode: 'InvalidCredentials' }),
    );
    const { ok, checks } = await adapter.test(connection, { actions: ['Purchase'] }, never);
    expect(ok).toBe(false);
    expect(checks).toHaveLength(1);
    expect(checks[0]?.problem).toBe(
      'InvalidCredentials: It is wrong. The access token or the developer token is not one of this environment. Check the developer token, and connect again.',
    );
  });

  it.each(['client_id', 'refresh_token', 'developer_token'])('names %s where it is missing', (name) => {
    const { problemOf } = microsoftAdapter({
      address: '',
      version: 'v13',
      tokenAddress: '',
      ...REPORTS,
      now: Date.now,
    });
    expect(problemOf(CREDENTIALS)).toBeNull();
    expect(problemOf({ ...CREDENTIALS, developer_token: 'two lines\n' })).toMatch(/^developer_token has/);
    expect(problemOf({ ...CREDENTIALS, [name]: '' })).toBe(
      `${name} is missing: give client_id, client_secret, refresh_token and developer_token`,
    );
  });
});
