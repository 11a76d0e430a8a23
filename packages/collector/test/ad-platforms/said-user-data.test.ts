import { createHash } from 'node:crypto';
import { AD_PLATFORMS, type AdPlatform, type ConversionDetails } from '@cvq/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { hashUserData } from '../../src/ad-platforms/hashing/hash-user-data.ts';
import { createUserDataSealer } from '../../src/secrets/sealer.ts';
import { startTestCollector, USER_AGENT } from '../collector.ts';
import { ADA, HOLD, openAdWorkshop } from './ad-workshop.ts';
import { connectAll } from './connect-all.ts';

type Event = {
  readonly event_type: string;
  readonly properties?: object;
  readonly user_data?: object | undefined;
};
type Head = {
  readonly session_id: string;
  readonly visitor_id?: string;
  readonly user_id?: string;
  readonly consent?: object;
};

const GRANTED = { ad_storage: 'granted', ad_user_data: 'granted' };
const NO_IDENTIFIER = 'skipped no_identifier';
const PATIENCE = { timeout: 30_000, interval: 100 };
const HOUR = 3_600_000;
const PHONE = '+491701234567';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const mock = await startMockAdPlatforms();
afterAll(() => mock.close());
const collector = await startTestCollector({
  settings: { ...mock.settings, CVQ_DELIVERY_HOLD_SECONDS: '0' },
});
const { client, project, serverKey } = collector;
// The worker has a clock of its own: a platform takes nothing that is a week old, and nothing of later is sent.
collector.clock.now = Date.now() - HOUR;
const { token: bearer } = await collector.addKey({ scopes: ['conversions:read', 'conversions:write'] });
beforeAll(() => connectAll(collector.folder, { id: project, server_key: serverKey }, mock), 60_000);

let made = 0;

/** A sale of a value that no other has. */
function sale(user_data?: object) {
  made += 1;
  return {
    event_type: 'purchase',
    properties: { order_id: `S-${made}`, value: 100 + made, currency: 'EUR' },
    user_data,
  };
}
const said = (event_type: 'identify' | 'enhance', user_data: object): Event => ({ event_type, user_data });

/** What a page of the shop says; the id of the last event. */
async function fromBrowser({ session_id, ...head }: Head, ...events: readonly Event[]): Promise<string> {
  collector.clock.now += 1000;
  const sent = events.map((event) => {
    made += 1;
    const id = `evt_${collector.clock.now}_e${made}`;
    return { ...event, id, context: { page_url: 'https://shop.example/thanks' } };
  });
  const batch = { visitor_id: `visitor of ${session_id}`, consent: GRANTED, session_id, ...head };
  const answer = await client.send({
    ...{ method: 'POST', path: '/v1/events' },
    headers: { 'Content-Type': 'text/plain', 'User-Agent': USER_AGENT },
    body: JSON.stringify({ key: project, ...batch, events: sent }),
  });
  expect(answer.body).toEqual({ accepted: events.length, duplicates: 0, rejected: [] });
  return sent.at(-1)?.id ?? '';
}

async function fromServer(event: object): Promise<string> {
  const json = { consent: GRANTED, ...event };
  const { body } = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
  return (body as { event_id: string }).event_id;
}

async function told(event: string): Promise<ConversionDetails> {
  const { body } = await client.send({ path: `/v1/conversions/${event}`, bearer });
  return (body as { data: ConversionDetails }).data;
}

/** What became of a conversion, by platform. */
async function ends(event: string): Promise<Record<string, string>> {
  const { deliveries } = await told(event);
  return Object.fromEntries(
    deliveries.map(({ platform, state, reason }) => [
      platform,
      reason === null ? state : `${state} ${reason}`,
    ]),
  );
}

const ofAll = (end: unknown) => Object.fromEntries(AD_PLATFORMS.map((platform) => [platform, end]));
const TAKEN = ofAll(expect.stringMatching(/^(delivered|accepted)$/));

/** The hashes that a platform was told with a sale. */
function hashesOf(platform: AdPlatform, { properties: { value } }: ReturnType<typeof sale>) {
  const found = mock.state()[platform].conversions.filter((held) => held.value === value);
  expect(found).toHaveLength(1);
  return found[0]?.hashes;
}

/** Each platform by its own names of fields, and its own spelling. */
function hashed({ email, phone }: { email: string; phone: string }): Record<AdPlatform, object> {
  return {
    google_ads: { emailAddress: [sha256(email)], phoneNumber: [sha256(phone)] },
    meta_ads: { em: [sha256(email)], ph: [sha256(phone.slice(1))] },
    microsoft_ads: { HashedEmailAddress: [sha256(email)], HashedPhoneNumber: [sha256(phone)] },
  };
}

async function expectTold(event: string, of: ReturnType<typeof sale>, who: { email: string; phone: string }) {
  await expect.poll(() => ends(event), PATIENCE).toEqual(TAKEN);
  for (const platform of AD_PLATFORMS) expect(hashesOf(platform, of)).toMatchObject(hashed(who)[platform]);
}

describe('every platform is told', () => {
  it('of a sale what enhance said in its session before, beside what the sale says itself', async () => {
    const of = sale({ email: 'own@example.com' });
    const head = { session_id: 'enhanced' };
    const event = await fromBrowser(head, said('enhance', { email: 'other@example.com', phone: PHONE }), of);
    await expectTold(event, of, { email: 'own@example.com', phone: PHONE });
  });

  it('of a sale on a later page, of another session, what identify said of its user', async () => {
    const [of, email] = [sale(), 'ada@example.com'];
    const ada = { user_id: 'u-ada', visitor_id: 'ada' };
    await fromBrowser({ session_id: 'login', ...ada }, said('identify', { email, phone: PHONE }));
    const event = await fromBrowser({ session_id: 'a later one', ...ada }, of);
    await expectTold(event, of, { email, phone: PHONE });
    expect(await told(event)).toMatchObject({
      has_user_data: true,
      user_data: { hashed_fields: ofAll(['email', 'phone']) },
    });
  });

  it('of a sale of a backend what was said in the session that it names', async () => {
    const [of, email] = [sale(), 'eve@example.com'];
    await fromBrowser({ session_id: 'named' }, said('enhance', { email, phone: PHONE }));
    await expectTold(await fromServer({ ...of, session_id: 'named' }), of, { email, phone: PHONE });
  });

  it('when a delivery is retried that had nothing to match by, what was said since', async () => {
    const [of, email] = [sale(), 'late@example.com'];
    const head = { session_id: 'late' };
    const event = await fromBrowser(head, of);
    await expect.poll(() => ends(event), PATIENCE).toEqual(ofAll(NO_IDENTIFIER));
    expect(await told(event)).toMatchObject({ has_user_data: false, user_data: null });
    await fromBrowser(head, said('enhance', { email, phone: PHONE }));
    expect(await told(event)).toMatchObject({ has_user_data: true });
    for (const platform of AD_PLATFORMS) {
      const retry = { method: 'POST', path: `/v1/conversions/${event}/retry`, bearer, json: { platform } };
      expect(await client.send(retry)).toMatchObject({ status: 200 });
    }
    await expectTold(event, of, { email, phone: PHONE });
  });
});

it('what is said when a platform has the sale is not told as if that had it', async () => {
  const [of, head] = [sale({ email: 'early@example.com' }), { session_id: 'told' }];
  const event = await fromBrowser(head, of);
  await expect.poll(() => ends(event), PATIENCE).toEqual(TAKEN);
  const before = collector.clock.now;
  collector.clock.now += 2 * HOUR;
  await fromBrowser(head, said('enhance', { phone: PHONE }));
  collector.clock.now = before;
  expect(await told(event)).toMatchObject({ user_data: { hashed_fields: ofAll(['email']) } });
});

it('what is said within the hold of a sale is sent with it', async () => {
  const shop = await openAdWorkshop();
  await shop.connect('meta_ads');
  const own = { sessionId: 's', clickIds: null, sealedUserData: null };
  const of = await shop.sell(own);
  const sealed = createUserDataSealer(shop.secret).seal(JSON.stringify(hashUserData(ADA)));
  const update = { ...of, type: 'enhance', exclusion: 'user_update', conversion: null } as const;
  const id = { ms: of.at + 1, suffix: 'said' };
  await shop.ledger.append([{ ...update, id, at: of.at + 1, sealedUserData: sealed }]);
  await shop.deliverAt(of.at + HOLD);
  expect(shop.sent).toMatchObject([{ built: { body: { hashes: { email: [sha256(ADA.email)] } } } }]);
});

describe('no platform is told', () => {
  const [email, phone] = ['nobody@example.com', PHONE];

  it('what enhance said in another session of the user', async () => {
    const bob = { user_id: 'u-bob', visitor_id: 'bob' };
    await fromBrowser({ session_id: 'once', ...bob }, said('enhance', { email, phone }));
    const event = await fromBrowser({ session_id: 'again', ...bob }, sale());
    await expect.poll(() => ends(event), PATIENCE).toEqual(ofAll(NO_IDENTIFIER));
    expect(await told(event)).toMatchObject({ has_user_data: false, user_data: null });
  });

  it('what identify said of another user of the same browser, in one session', async () => {
    const head = { session_id: 'shared', visitor_id: 'kiosk' };
    await fromBrowser({ ...head, user_id: 'u-one' }, said('identify', { email, phone }));
    const event = await fromBrowser({ ...head, user_id: 'u-two' }, sale());
    await expect.poll(() => ends(event), PATIENCE).toEqual(ofAll(NO_IDENTIFIER));
  });

  it('what was said in a visit that denied it since', async () => {
    const eva = { user_id: 'u-eva', visitor_id: 'eva' };
    await fromBrowser({ session_id: 'denying', ...eva }, said('identify', { email, phone }));
    const page = { event_type: 'pageview' };
    const denied = { session_id: 'denying', ...eva, consent: { ad_user_data: 'denied' } };
    await fromBrowser({ session_id: 'denying', ...eva }, page);
    await fromBrowser(denied, page);
    const event = await fromBrowser({ session_id: 'granting', ...eva }, sale());
    await expect.poll(() => ends(event), PATIENCE).toEqual(ofAll(NO_IDENTIFIER));
    expect(await told(event)).toMatchObject({ user_data: null });
  });

  it('what was said while ad_user_data was denied, after it is granted', async () => {
    const head = { session_id: 'first denied' };
    await fromBrowser({ ...head, consent: { ad_user_data: 'denied' } }, said('enhance', { email, phone }));
    const event = await fromBrowser(head, sale());
    await expect.poll(() => ends(event), PATIENCE).toEqual(ofAll(NO_IDENTIFIER));
  });
});
