import { afterEach, describe, expect, it } from 'vitest';
import type { PlatformAnswer } from '../../src/ad-platforms/adapter.ts';
import { metaAdapter } from '../../src/ad-platforms/meta/meta-adapter.ts';
import { CLICKS, CONVERSION } from './conversions.ts';
import { type FakePlatform, type Received, startFakePlatform } from './fake-platform.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const TARGET = { account: '1029384756102938', loginAccount: null, action: 'Purchase' };
const TOKEN = 'EAAB-token-of-a-system-user';
const never = new AbortController().signal;

let platform: FakePlatform | undefined;
afterEach(async () => {
  await platform?.close();
  platform = undefined;
});

type Answer = Parameters<typeof startFakePlatform>[0];
const taken = { body: { events_received: 1, messages: [], fbtrace_id: 'Atrace' } };

async function meta(answer: Answer, credentials: Record<string, string> = { access_token: TOKEN }) {
  platform = await startFakePlatform(answer);
  const { address, received } = platform;
  const adapter = metaAdapter({ address, version: 'v25.0', now: () => NOW, wait: async () => {} });
  const connection = adapter.connect(TARGET, credentials, async () => true);
  const built = adapter.build({ ...CONVERSION, click: CLICKS.meta_ads }, TARGET);
  return { adapter, connection, received, built, send: () => adapter.send(built, connection, never) };
}

const refusal = (error: object, status = 400, headers = {}) => ({
  status,
  headers,
  body: { error: { type: 'OAuthException', fbtrace_id: 'Atrace', ...error } },
});
const eventOf = ({ body }: Received) => JSON.parse(body) as { data: [Record<string, unknown>] };

describe('an event', () => {
  it('is handed in with the token in the body, and counts', async () => {
    const { send, received, built } = await meta(() => taken);
    expect(await send()).toMatchObject({ class: 'delivered', requestId: 'Atrace', isOutcomeKnown: true });
    expect(received[0]).toMatchObject({ method: 'POST', path: '/v25.0/1029384756102938/events' });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ ...built.body, access_token: TOKEN });
    expect(built.body).toMatchObject({ access_token: '[token]' });
  });

  it.each<[object, Partial<PlatformAnswer>]>([
    [{ code: 1 }, { class: 'transient', code: '1' }],
    [{ code: 368 }, { class: 'throttled', code: '368', retryAfterMs: 6 * 3_600_000 }],
    [{ code: 99, is_transient: true }, { class: 'transient' }],
    [{ code: 17, message: 'User request limit reached' }, { class: 'throttled' }],
    [
      { code: 190, error_subcode: 463 },
      { class: 'auth', code: '190/463' },
    ],
    [
      { code: 100, error_subcode: 33 },
      { class: 'config', code: '100/33' },
    ],
    [{ code: 100, error_subcode: 2804003 }, { class: 'expired' }],
    [
      { code: 100, error_subcode: 2804001, error_user_title: 'Click ID Incorrectly Formatted' },
      { class: 'invalid', field: 'fbc', leaveOut: 'fbc', message: 'Click ID Incorrectly Formatted' },
    ],
    [
      { code: 100, message: `(#100) Unexpected key "em" on param "$['data'][0]['user_data']".` },
      { class: 'invalid', field: 'em', leaveOut: 'em' },
    ],
    [
      { code: 100, message: `(#100) Param $['data'][0]['custom_data']['value'] is invalid` },
      { class: 'invalid', field: 'value', leaveOut: null },
    ],
    [
      { code: 987_654, message: 'An error of tomorrow' },
      { class: 'unknown', code: '987654' },
    ],
  ])('that meets %j is answered so', async (error, expected) => {
    const { send } = await meta(() => refusal(error));
    expect(await send()).toMatchObject({ requestId: 'Atrace', isOutcomeKnown: true, ...expected });
  });

  it('keeps the last thing to match by, also where that is refused', async () => {
    const { adapter, connection } = await meta(() => refusal({ code: 100, error_subcode: 2804001 }));
    const built = adapter.build({ ...CONVERSION, hashes: {}, click: CLICKS.meta_ads }, TARGET);
    expect(await adapter.send(built, connection, never)).toMatchObject({ field: 'fbc', leaveOut: null });
  });

  it('waits as long as the header of the limit says', async () => {
    const usage = (minutes: number) => ({ estimated_time_to_regain_access: minutes });
    const { send } = await meta(() =>
      refusal({ code: 80_004 }, 400, {
        'x-business-use-case-usage': JSON.stringify({ '1': [usage(5)], '2': [usage(9), usage(0)] }),
      }),
    );
    expect(await send()).toMatchObject({ class: 'throttled', retryAfterMs: 540_000 });
  });

  it('that a gateway answers may have been taken', async () => {
    const { send } = await meta(() => ({ status: 502, body: '<html>Bad Gateway</html>' }));
    expect(await send()).toMatchObject({ class: 'transient', code: 'http_502', isOutcomeKnown: false });
  });

  it('is not sent again with the token that was refused, since there is no other', async () => {
    const { send, received } = await meta(() =>
      refusal({ code: 190, message: `Malformed access token ${TOKEN}` }),
    );
    const answer = await send();
    expect(answer).toMatchObject({ class: 'auth', message: 'Malformed access token [token]' });
    expect(JSON.stringify(answer)).not.toContain(TOKEN);
    expect(received).toHaveLength(1);
  });
});

describe('a test of an integration', () => {
  const tooOld = refusal({ code: 100, error_subcode: 2804003, error_user_title: 'Event Timestamp Too Old' });

  it('offers an event that is too old to count', async () => {
    const { adapter, connection, received } = await meta(() => tooOld);
    const result = await adapter.test(connection, { actions: ['Purchase'] }, never);
    expect(result.ok).toBe(true);
    expect(eventOf(received[0] as Received).data[0].event_time).toBe(NOW / 1000 - 8 * 86_400);
    expect(received).toHaveLength(1);
  });

  it('shows a test event where there is a code for it', async () => {
    const credentials = { access_token: TOKEN, test_event_code: 'TEST123' };
    const { adapter, connection, received } = await meta(
      ({ body }) => (body.includes('TEST123') ? taken : tooOld),
      credentials,
    );
    const result = await adapter.test(connection, { actions: [] }, never);
    expect(result.checks.map(({ ok }) => ok)).toEqual([true, true]);
    expect(eventOf(received[1] as Received)).toMatchObject({ test_event_code: 'TEST123' });
  });

  it('says what is wrong, and how to mend it', async () => {
    const { adapter, connection } = await meta(() =>
      refusal({ code: 100, error_subcode: 33, message: 'Unsupported post request.' }),
    );
    const { ok, checks } = await adapter.test(
      connection,
      { actions: ['purchase', 'x'.repeat(51), 'Own'] },
      never,
    );
    expect(ok).toBe(false);
    expect(checks.map(({ problem }) => problem)).toEqual([
      '100/33: Unsupported post request. Check the number of the dataset (pixel), and that the token was made for it: in Events Manager, under Settings, Conversions API.',
      'Meta would count purchase as an event of your own. Its standard event is written Purchase: map the event type to that.',
      'Meta takes names of at most 50 characters. Map the event type to a shorter one.',
      null,
    ]);
  });

  it.each([
    [{}, /^access_token is missing/],
    [{ access_token: 'two words' }, /^access_token has blanks or other characters that are in no token/],
    [{ access_token: 'EAAB0123' }, /^access_token has 8 characters, and .*: copy all of it/],
    [{ access_token: 'EAAB0123456789…0123456789' }, /that are in no token of Meta/],
    [{ access_token: TOKEN }, /^$/],
  ])('of credentials %j', (credentials, problem) => {
    const { problemOf } = metaAdapter({ address: '', version: 'v25.0', now: Date.now, wait: async () => {} });
    expect(problemOf(credentials as Record<string, string>) ?? '').toMatch(problem);
  });
});
