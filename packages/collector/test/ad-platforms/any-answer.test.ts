import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
} from '../../src/ad-platforms/exchange/platform-apis.ts';
import { openAdapters } from '../../src/ad-platforms/open-adapters.ts';
import { CLICKS, CONVERSION } from './conversions.ts';
import { type FakePlatform, startFakePlatform } from './fake-platform.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const TARGET = { account: '1', loginAccount: '2', action: 'Purchase' };
const CREDENTIALS = {
  client_id: 'client',
  client_secret: 'a-client-secret',
  refresh_token: 'a-refresh-token',
  developer_token: 'a-developer-token',
  access_token: 'an-access-token',
};
const never = new AbortController().signal;

type Answer = { readonly status: number; readonly headers: Record<string, string>; readonly body: string };
let platform: FakePlatform;
let said: Answer = { status: 200, headers: {}, body: '' };

beforeAll(async () => {
  platform = await startFakePlatform(({ path }) =>
    path.endsWith('token') ? { body: { access_token: 'an-access-token', expires_in: 3600 } } : said,
  );
});
afterAll(() => platform.close());

/** Words that platforms answer with, so that answers come near to theirs. */
const name = fc.constantFrom(
  ...['error', 'code', 'status', 'message', 'details', 'reason', 'fieldViolations', 'field', 'error_subcode'],
  ...['is_transient', 'events_received', 'messages', 'requestId', 'requestStatusPerDestination', 'errorInfo'],
  ...['requestStatus', 'errorCounts', 'PartialErrors', 'OperationErrors', 'Errors', 'Code', 'ErrorCode'],
  ...['ConversionGoals', 'Name', 'Status', 'TrackingId', 'retryDelay', 'metadata', 'quota_limit'],
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(
      null,
      0,
      1,
      100,
      190,
      'FAILED',
      'INTERNAL_ERROR',
      'RESOURCE_EXHAUSTED',
      'an-access-token',
      '3s',
      'garbage',
    ),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ),
})).value;
const answer = fc.record<Answer>({
  status: fc.oneof(fc.constantFrom(200, 200, 400, 401, 403, 429, 500), fc.integer({ min: 200, max: 599 })),
  headers: fc.record(
    {
      'retry-after': fc.constantFrom('5', '-1', 'soon', 'Mon, 23 Nov 2026 12:01:00 GMT'),
      'x-business-use-case-usage': fc.constantFrom('{', '[]', '{"a":[{}]}'),
    },
    { requiredKeys: [] },
  ),
  body: fc.oneof(
    json.map((value) => JSON.stringify(value)),
    fc.string(),
  ),
});

describe.each(AD_PLATFORMS)('%s', (of: AdPlatform) => {
  it('is understood whatever it answers, and no token is told', async () => {
    const addresses = Object.fromEntries(
      Object.keys(PLATFORM_API_ADDRESSES).map((key) => [key, platform.address]),
    ) as Record<keyof typeof PLATFORM_API_ADDRESSES, string>;
    const adapter = openAdapters({ addresses, versions: PLATFORM_API_VERSIONS }, () => NOW)[of];
    const connection = adapter.connect(TARGET, CREDENTIALS, async () => true);
    const built = adapter.build({ ...CONVERSION, click: CLICKS[of] }, TARGET);
    await fc.assert(
      fc.asyncProperty(answer, async (given) => {
        said = given;
        const told = [
          await adapter.send(built, connection, never),
          await adapter.verify?.('request', connection, never),
        ];
        for (const one of told) {
          if (one === undefined) continue;
          expect(one.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0);
          if (one.leaveOut !== null) expect(built.identifiers).toContain(one.leaveOut);
        }
        const tested = await adapter.test(connection, { actions: ['Purchase'] }, never);
        expect(tested.ok).toBe(tested.checks.every(({ problem }) => problem === null));
        expect(JSON.stringify([told, tested])).not.toMatch(/an-access-token|a-developer-token/);
      }),
      { numRuns: WHOLE ? 150 : 15 },
    );
  });
});
