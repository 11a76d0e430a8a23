import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../examples/mock-ad-platforms/fault.ts';
import { PLATFORM_NAMES, type PlatformName } from '../../examples/mock-ad-platforms/mock-request.ts';
import {
  type MockAdPlatforms,
  startMockAdPlatforms,
} from '../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { type Client, DOCUMENTED, NOW, openClients } from './documented-requests.ts';

let mock: MockAdPlatforms;
let clients: Record<PlatformName, Client>;

beforeAll(async () => {
  mock = await startMockAdPlatforms({ now: () => NOW });
});
beforeEach(async () => {
  mock.reset();
  clients = await openClients(mock);
});
afterAll(() => mock.close());

/** Null where no answer came. A request that hangs is given up once the mock has seen it. */
async function send(name: PlatformName): Promise<number | null> {
  return clients[name].send(DOCUMENTED[name]).then(
    ({ status }) => status,
    () => null,
  );
}

describe.each(PLATFORM_NAMES)('%s', (name) => {
  it('fails as often as was asked for, and then no more', async () => {
    mock.fail({ platform: name, fault: 'bad_gateway', times: 2 });
    expect([await send(name), await send(name), await send(name)]).toEqual([502, 502, 200]);
    expect(mock.state()[name]).toMatchObject({ requests: { send: 3 }, failed: 2, taken: 1 });
  });

  it('answers with each of its documented errors', async () => {
    const faults = Object.entries(mock.faults()[name] ?? {}).filter(isOfAnswers);
    expect(faults.length).toBeGreaterThan(10);
    for (const [fault, { answer }] of faults) {
      mock.fail({ platform: name, fault });
      const { status, body } = await clients[name].send(DOCUMENTED[name]);
      expect([fault, status, body]).toEqual([fault, answer?.status, answer?.body]);
      mock.reset();
    }
  });

  it('does not take what it cuts off, unless it has taken it before', async () => {
    mock.fail({ platform: name, fault: 'cut' });
    expect([await send(name), mock.state()[name].taken]).toEqual([null, 0]);
    mock.fail({ platform: name, fault: 'cut_after_taking' });
    expect([await send(name), mock.state()[name].taken]).toEqual([null, 1]);
  });

  it('lets a request hang that it has taken', async () => {
    mock.fail({ platform: name, fault: 'hang_after_taking' });
    const hanging = send(name);
    await expect.poll(() => mock.state()[name].taken).toBe(1);
    expect(mock.state()[name].log.at(-1)).toMatchObject({ status: null, isFault: true });
    await mock.close();
    expect(await hanging).toBe(null);
    mock = await startMockAdPlatforms({ now: () => NOW });
  });

  it('fails at random, the same way for the same seed', async () => {
    const walk = async () => {
      mock.reset();
      mock.failAtRandom({ share: 0.5, seed: 7 });
      const answers: (number | null)[] = [];
      for (let sent = 0; sent < 20; sent += 1) answers.push(await send(name));
      return answers;
    };
    const first = await walk();
    expect(await walk()).toEqual(first);
    const fine = first.filter((status) => status === 200).length;
    expect(fine).toBeGreaterThan(3);
    expect(fine).toBeLessThan(17);
  });
});

it('says of a conversion by its index what was asked for', async () => {
  mock.fail({ platform: 'microsoft_ads', fault: 'goal_too_new', index: 1 });
  const [fine] = DOCUMENTED.microsoft_ads.OfflineConversions;
  const { body } = await clients.microsoft_ads.send({ OfflineConversions: [fine, fine] });
  expect(body).toMatchObject({ PartialErrors: [{ Index: 1, Code: 5615 }] });
});

it.each([
  ['too_old', 'FAILED', 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD'],
  ['failure_for_failed', 'FAILURE', 'PROCESSING_ERROR_REASON_EVENT_TOO_OLD'],
  ['processed_for_long', 'PROCESSING', undefined],
])('Google says %s of a request that it took', async (fault, status, reason) => {
  mock.fail({ platform: 'google_ads', fault });
  const { body } = await clients.google_ads.send(DOCUMENTED.google_ads);
  const { requestId } = body as { requestId: string };
  mock.advance(100 * 3_600_000);
  const { body: told } = await clients.google_ads.get(`/v1/requestStatus:retrieve?requestId=${requestId}`);
  const [destination] = (told as { requestStatusPerDestination: [Record<string, unknown>] })
    .requestStatusPerDestination;
  expect(destination.requestStatus).toBe(status);
  if (reason !== undefined) expect(JSON.stringify(destination.errorInfo)).toContain(reason);
});

it('spends a fault on no request that is refused anyway', async () => {
  mock.fail({ platform: 'microsoft_ads', fault: 'expired_token' });
  mock.fail({ platform: 'microsoft_ads', fault: 'too_old' });
  const answers = [await send('microsoft_ads'), await send('microsoft_ads')];
  clients = await openClients(mock);
  const { body } = await clients.microsoft_ads.send(DOCUMENTED.microsoft_ads);
  expect([...answers, body]).toMatchObject([401, 401, { PartialErrors: [{ Code: 5609 }] }]);
});

it('names what it does not know', () => {
  expect(() => mock.fail({ platform: 'meta_ads', fault: 'flood' })).toThrow(
    /meta_ads has no "flood"\. It has: /,
  );
  expect(() => mock.failAtRandom({ share: 1, seed: 1, faults: ['flood'] })).toThrow(/"flood"/);
});

function isOfAnswers([, { purpose, answer }]: [string, Fault]): boolean {
  return purpose === 'send' && answer !== undefined;
}
