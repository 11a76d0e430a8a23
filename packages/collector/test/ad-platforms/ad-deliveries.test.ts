import { AD_PLATFORMS } from '@cvq/contract';
import { DAY_MS, HOUR_MS } from '@cvq/contract/constants';
import { type AdClaim, type EventRecord, NO_FACTS } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aTouch } from '../../../../test/builders/event-records.ts';
import { WHOLE } from '../../../../test/builders/whole.ts';
import type { AnswerClass } from '../../src/ad-platforms/adapter.ts';
import { watchIntegrations } from '../../src/ad-platforms/forwarding/watch-integrations.ts';
import { hashUserData } from '../../src/ad-platforms/hashing/hash-user-data.ts';
import { createUserDataSealer } from '../../src/secrets/sealer.ts';
import { START } from '../collector.ts';
import { ADA, type AdWorkshop, HOLD, openAdWorkshop } from './ad-workshop.ts';

const SENT_AT = START + HOLD;
const GRANTED = { ad_storage: 'granted', ad_user_data: 'granted' } as const;

it('user data whose secret is lost keeps no click from being sent, and is told once', async () => {
  const shop = await openAdWorkshop();
  await shop.connect('google_ads');
  const lost = createUserDataSealer({ sealing: 'a secret that is lost', alsoOpening: null });
  const sealedUserData = lost.seal(JSON.stringify(hashUserData(ADA)));
  const clicked = [await shop.sell({ sealedUserData }), await shop.sell({ sealedUserData })];
  const unknown = await shop.sell({ sealedUserData, clickIds: {} });
  await shop.deliverAt(SENT_AT);
  for (const sale of clicked) expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
  expect(await shop.delivery(unknown)).toMatchObject({ state: 'skipped', reason: 'no_identifier' });
  expect(shop.sent.map(({ built }) => built?.body)).toMatchObject([{ hashes: {} }, { hashes: {} }]);
  expect(shop.lines.filter(({ msg }) => `${msg}`.startsWith('User data of conversions'))).toHaveLength(1);
});

describe('while a conversion is held', () => {
  it('its removal keeps it from being sent', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('google_ads');
    const sale = await shop.sell();
    await shop.ledger.removeConversion(shop.project, sale.id, { now: shop.clock.now });
    await shop.deliverAt(SENT_AT);
    expect(shop.sent).toEqual([]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'cancelled', reason: 'removed', attempts: 0 });
  });

  it('a late classification of its visitor as a bot keeps it from being sent', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('google_ads');
    const visit = { sessionId: 'of-a-bot', origin: 'browser' } as const;
    const sale = await shop.sell(visit);
    const bot = { category: 'other', name: 'Bot', score: 100, reasons: ['ua'], isFiltered: true } as const;
    await shop.sell({ ...visit, bot, conversion: null });
    await shop.deliverAt(SENT_AT);
    expect(shop.sent).toEqual([]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'skipped', reason: 'bot', attempts: 0 });
  });

  it('a click of the same visitor that comes late is told with it', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('google_ads');
    const visitor = { id: 'visitor_1', source: 'sdk' } as const;
    shop.clock.now += 10_000;
    const sale = await shop.sell({ visitor, clickIds: {}, sealedUserData: null });
    await shop.sell({
      ...{ visitor, conversion: null, type: 'pageview', at: START },
      ...{ clickIds: { gclid: 'Late' }, touch: aTouch({ source: 'google' }) },
    });
    await shop.deliverAt(SENT_AT + 10_000);
    expect(shop.sent.map(({ built }) => built?.body)).toMatchObject([{ click: 'Late' }]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
  });

  it('a second report of its order is told as one, and one of the two is sent', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('google_ads');
    const sale = await shop.sell();
    const again = await shop.sell({ conversion: sale.conversion, origin: 'server' });
    await shop.deliverAt(SENT_AT);
    expect(shop.sent).toHaveLength(1);
    const states = [await shop.delivery(sale), await shop.delivery(again)].map(({ state, reason }) => [
      state,
      reason,
    ]);
    expect(states).toContainEqual(['delivered', null]);
    expect(states).toContainEqual(['skipped', 'duplicate_order']);
  });
});

describe('an integration', () => {
  it('that is paused sends nothing, and what it held goes when it is resumed', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('meta_ads');
    const sale = await shop.sell();
    await shop.control.changeIntegration(id, { state: 'paused' });
    const during = await shop.sell();
    await shop.deliverAt(SENT_AT + DAY_MS);
    expect(shop.sent).toEqual([]);
    await shop.control.changeIntegration(id, { state: 'active' });
    await shop.queue.resume(id, shop.clock.now);
    await shop.deliverAt(SENT_AT + DAY_MS);
    for (const each of [sale, during])
      expect(await shop.delivery(each)).toMatchObject({ state: 'delivered' });
  });

  it('in a dry run builds at once what would be sent, keeps that, and calls nobody', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('meta_ads', { state: 'dry_run' });
    const sale = await shop.sell();
    await shop.deliverAt(START);
    expect(shop.sent).toEqual([]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'dry_run', reason: 'dry_run', attempts: 1 });
    const [dry] = await shop.attempts(sale);

    await shop.control.changeIntegration(id, { state: 'active' });
    const real = await shop.sell({ ...sale, id: { ms: START, suffix: 'real' }, conversion: null });
    expect(await shop.queue.deliveriesOf(shop.project, [real.id])).toEqual(new Map());
    expect(dry).toMatchObject({ answer: 'dry_run', httpStatus: null, response: null });
    const request = JSON.parse(String(dry?.request)) as { hashes: Record<string, string[]> };
    expect(request.hashes.email).toEqual(['[hash]']);
    await shop.deliverAt(START + 30 * DAY_MS);
    expect(shop.sent).toEqual([]);
  });

  it('in a dry run keeps of a request what one that is sent keeps', async () => {
    const [sent, dry] = await Promise.all(
      (['active', 'dry_run'] as const).map(async (state) => {
        const shop = await openAdWorkshop();
        await shop.connect('meta_ads', { state });
        const sale = await shop.sell();
        await shop.deliverAt(SENT_AT);
        return (await shop.attempts(sale))[0]?.request;
      }),
    );
    expect(dry).toBe(sent);
    expect(String(sent)).not.toContain(ADA.email);
  });

  it('in a dry run asks nobody what became of what was accepted before', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('google_ads');
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'accepted', reference: 'r1' });
    await shop.deliverAt(SENT_AT);
    await shop.control.changeIntegration(id, { state: 'dry_run' });
    for (let hours = 1; hours <= 80; hours += 1) await shop.deliverAt(SENT_AT + hours * HOUR_MS);
    expect(shop.sent).toHaveLength(1);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'accepted', reason: 'no_verdict', attempts: 1 });
  });

  it('that was removed is sent nothing, and what it was owed is cancelled', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('google_ads');
    const sale = await shop.sell();
    await shop.control.removeIntegration(id);
    await shop.deliverAt(SENT_AT);
    expect(shop.sent).toEqual([]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'cancelled', reason: 'integration_removed' });
  });

  it('whose credentials cannot be opened must be connected anew', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('google_ads', { credentials: new Uint8Array(40) });
    const sale = await shop.sell();
    await shop.deliverAt(SENT_AT);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'blocked', reason: 'auth' });
    expect(await shop.control.findIntegration(id)).toMatchObject({
      state: 'reconnect_required',
      problem: { code: 'credentials_unreadable' },
    });
  });
});

describe('a conversion that the platform took and then refused for the way the account is set up', () => {
  it('is sent again once that was set right, and asked about anew', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('google_ads');
    const sale = await shop.sell();
    const code = 'PROCESSING_ERROR_REASON_NO_CONSENT';
    shop.script.answer = ({ step }) =>
      step === 'send' ? { class: 'accepted', reference: 'r1' } : { class: 'config', code };
    await shop.deliverAt(SENT_AT);
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'blocked', reason: code, wasAccepted: false });

    shop.script.answer = ({ step }) =>
      step === 'send' ? { class: 'accepted', reference: 'r2' } : { class: 'delivered' };
    expect(await shop.queue.resume(id, shop.clock.now)).toBe(1);
    await shop.deliverAt(SENT_AT + HOUR_MS);
    await shop.deliverAt(SENT_AT + 2 * HOUR_MS);
    expect(shop.sent.map(({ step, key }) => `${step} ${key}`)).toEqual([
      ...['send A-1', 'verify r1', 'send A-1', 'verify r2'],
    ]);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered', wasAccepted: true });
  });
});

describe('an order of the same click in the same second', () => {
  it('goes to Microsoft a second later, says so, and keeps that time in every attempt', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('microsoft_ads');
    const clickIds = { msclkid: 'dd4a' };
    const [one, other] = [await shop.sell({ clickIds }), await shop.sell({ clickIds })];
    shop.script.answer = () => ({ class: 'transient' });
    await shop.deliverAt(SENT_AT);
    expect(shop.sent.map(({ key }) => key).toSorted()).toEqual([`dd4a@${START}`, `dd4a@${START + 1000}`]);
    const notes = (await Promise.all([one, other].map((sale) => shop.attempts(sale)))).map(
      ([first]) => first?.message,
    );
    expect(notes.toSorted()).toEqual([expect.stringMatching(/1 s later/), null]);
    shop.script.answer = () => ({ class: 'delivered' });
    await shop.deliverAt(SENT_AT + 30_000);
    const [first, second, ...repeats] = shop.sent.map(({ built }) => built?.key);
    expect(repeats.toSorted()).toEqual([first, second].toSorted());
  });
});

describe('an order of the same click in the same second, at Google', () => {
  const sellTwo = async (shop: Awaited<ReturnType<typeof openAdWorkshop>>) => {
    await shop.connect('google_ads');
    const clickIds = { gclid: 'Cj0K' };
    return [await shop.sell({ clickIds }), await shop.sell({ clickIds })] as const;
  };

  it('is told a second later, by its own order, also when it is sent again', async () => {
    const shop = await openAdWorkshop();
    const sales = await sellTwo(shop);
    shop.script.answer = () => ({ class: 'transient' });
    await shop.deliverAt(SENT_AT);
    shop.script.answer = () => ({ class: 'delivered' });
    await shop.deliverAt(SENT_AT + 30_000);
    const told = shop.sent.map(({ built, key }) => `${key} ${built?.toldAt}`);
    expect(told.slice(0, 2).toSorted()).toEqual([`A-1 ${START}`, `A-2 ${START + 1000}`]);
    expect(told.slice(2).toSorted()).toEqual(told.slice(0, 2).toSorted());
    for (const sale of sales) expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
  });

  it('has not been delivered where Google says that another has its place', async () => {
    const shop = await openAdWorkshop();
    const [sale] = await sellTwo(shop);
    const code = 'PROCESSING_ERROR_REASON_DUPLICATE_GCLID';
    shop.script.answer = ({ step }) =>
      step === 'send' ? { class: 'accepted', reference: 'r' } : { class: 'same_click', code };
    await shop.deliverAt(SENT_AT);
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'rejected', reason: code, wasAccepted: false });
  });

  it('that is a repeat whose first attempt may have arrived has been delivered', async () => {
    const shop = await openAdWorkshop();
    const [sale] = await sellTwo(shop);
    let sends = 0;
    shop.script.answer = ({ step }) => {
      if (step === 'verify') return { class: 'same_click' };
      sends += 1;
      return sends <= 2
        ? { class: 'transient', isOutcomeKnown: false }
        : { class: 'accepted', reference: 'r' };
    };
    await shop.deliverAt(SENT_AT);
    await shop.deliverAt(SENT_AT + 30_000);
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'duplicate' });
  });
});

describe('a conversion that somebody asks for once more', () => {
  const CODE = 'PROCESSING_ERROR_REASON_DUPLICATE_GCLID';

  it('is a repeat of its own first request where that may have arrived', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('google_ads');
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'transient', isOutcomeKnown: false });
    await failForGood(shop, sale);
    await retry(shop, sale);
    shop.script.answer = ({ step }) =>
      step === 'send' ? { class: 'accepted', reference: 'r' } : { class: 'same_click', code: CODE };
    await shop.deliverAt(shop.clock.now);
    await shop.deliverAt(shop.clock.now + HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'duplicate', wasAccepted: true });
  });

  it('is none where nothing of it can have arrived, however often it was tried', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('google_ads');
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'transient', code: 'connection_refused' });
    await shop.deliverAt(SENT_AT);
    shop.script.answer = ({ step }) =>
      step === 'send' ? { class: 'accepted', reference: 'r' } : { class: 'same_click', code: CODE };
    await shop.deliverAt(SENT_AT + 30_000);
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'rejected', reason: CODE });
  });

  it('leaves its order to another report of it with its key, since its first request may have arrived', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('meta_ads');
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'transient', isOutcomeKnown: false });
    await shop.deliverAt(SENT_AT);
    shop.script.answer = () => ({ class: 'invalid', code: 'BAD' });
    await shop.deliverAt(SENT_AT + 30_000);
    await retry(shop, sale);
    await shop.deliverAt(SENT_AT + 30_000);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'rejected' });
    shop.script.answer = () => ({ class: 'delivered' });
    const again = await shop.sell({ conversion: sale.conversion, origin: 'server' });
    await shop.deliverAt(SENT_AT + 30_000 + HOLD);
    expect(await shop.delivery(again)).toMatchObject({ state: 'delivered' });
    expect(new Set(shop.sent.map(({ key }) => key)).size).toBe(1);
  });

  /** Until all attempts are used up. */
  async function failForGood(shop: AdWorkshop, sale: EventRecord): Promise<void> {
    for (let due: number | null = SENT_AT; due !== null; due = (await shop.delivery(sale)).nextAttemptAt)
      await shop.deliverAt(due);
  }

  const retry = (shop: AdWorkshop, { id: event }: EventRecord) =>
    shop
      .delivery({ id: event })
      .then(({ integration }) =>
        shop.queue.retry({ project: shop.project, event, integration }, shop.clock.now),
      );
});

describe('when the time of a throttle is over', () => {
  const SLOW = { class: 'throttled', httpStatus: 429, code: 'SLOW', retryAfterMs: 3_000 } as const;

  async function throttledShop(sales: number) {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('meta_ads');
    const first = await shop.sell();
    shop.script.answer = () => SLOW;
    await shop.deliverAt(SENT_AT);
    const waiting = [];
    for (let index = 0; index < sales; index += 1) waiting.push(await shop.sell({ receivedAt: SENT_AT }));
    shop.sent.length = 0;
    return { shop, id, all: [first, ...waiting] };
  }

  it('one delivery finds out, and the others wait while the platform asks for more', async () => {
    const { shop, all } = await throttledShop(40);
    let now = SENT_AT + HOLD;
    for (let probes = 1; probes <= 4; probes += 1) {
      await shop.deliverAt(now);
      expect(shop.sent).toHaveLength(probes);
      now = Number((await shop.delivery(all[0] as EventRecord)).nextAttemptAt);
    }
  });

  it('the others follow once one was taken, which the log tells as it told the beginning', async () => {
    const { shop, id, all } = await throttledShop(40);
    shop.script.answer = () => ({ class: 'delivered' });
    shop.clock.now = SENT_AT + HOLD;
    await shop.deliverer.turn();
    await shop.deliverer.ended();
    expect(shop.sent, 'before its answer is written down').toHaveLength(1);
    await shop.deliverer.deliverDue();
    expect(shop.sent).toHaveLength(41);
    for (const sale of all) expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
    const until = new Date(SENT_AT + 3_000).toISOString();
    expect(shop.lines).toMatchObject([
      { level: 40, platform: 'meta_ads', integration: id, code: 'SLOW', until },
      { level: 30, platform: 'meta_ads', integration: id },
    ]);
  });

  it('one whose worker died is followed by another when its lease is over', async () => {
    const { shop, all } = await throttledShop(3);
    const { queue, clock } = shop;
    clock.now = SENT_AT + HOLD;
    const place = [{ destination: 'int_meta_ads', limit: 32 }];
    const until = clock.now + 40_000;
    expect(await queue.claim(place, { now: clock.now, until })).toHaveLength(1);
    expect(await queue.claim(place, { now: clock.now, until })).toEqual([]);
    expect(await queue.outstanding(clock.now, 32)).toMatchObject([{ due: 0, dueAt: until }]);
    shop.script.answer = () => ({ class: 'delivered' });
    await shop.deliverAt(until);
    for (const sale of all) expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
  });

  it('a platform that is silent has not taken it: another finds out', async () => {
    const { shop } = await throttledShop(3);
    shop.script.answer = () => ({ class: 'transient', httpStatus: null, code: 'timeout' });
    shop.clock.now = SENT_AT + HOLD;
    for (let probes = 1; probes <= 3; probes += 1) {
      await shop.deliverer.turn();
      await shop.deliverer.ended();
      expect(shop.sent).toHaveLength(probes);
    }
  });

  it('of attempts that were throttled in a row the last is kept', async () => {
    const { shop, all } = await throttledShop(0);
    const [sale] = all as [EventRecord];
    for (let times = 0; times < 20; times += 1)
      await shop.deliverAt(Number((await shop.delivery(sale)).nextAttemptAt));
    expect(await shop.attempts(sale)).toMatchObject([{ number: 21, answer: 'throttled' }]);
    expect(await shop.delivery(sale)).toMatchObject({ attempts: 21 });
  });
});

describe('how integrations do', () => {
  it('counts nothing as outstanding that waits for somebody, and no lag of what its platform does not take', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect('meta_ads');
    await shop.sell();
    const watch = watchIntegrations({
      location: { folder: shop.folder, migrate: false },
      control: shop.control,
      now: shop.now,
      isMadeUp: () => false,
    });
    onTestFinished(() => watch.close());
    const status = async () => {
      const [{ outstanding, dueAt } = { outstanding: null, dueAt: null }] = await watch.statuses();
      return { outstanding, dueAt };
    };
    const isThrottled = async () => (await watch.statuses())[0]?.isThrottled;
    expect(await isThrottled()).toBe(false);
    expect(await status()).toEqual({ outstanding: 1, dueAt: SENT_AT });
    for (const state of ['paused', 'reconnect_required'] as const) {
      await shop.control.changeIntegration(id, { state });
      expect(await status()).toEqual({ outstanding: 0, dueAt: null });
    }
    await shop.control.changeIntegration(id, { state: 'active' });
    shop.script.answer = () => ({ class: 'throttled', retryAfterMs: 6 * HOUR_MS });
    await shop.deliverAt(SENT_AT);
    await shop.sell();
    expect(await status()).toEqual({ outstanding: 2, dueAt: SENT_AT + 6 * HOUR_MS });
    expect(await isThrottled()).toBe(true);
    expect(await shop.queue.throttles(SENT_AT)).toEqual([
      { integration: id, since: SENT_AT, until: SENT_AT + 6 * HOUR_MS, code: null },
    ]);
    shop.clock.now += 6 * HOUR_MS;
    expect(await isThrottled(), 'when its time is over').toBe(false);
  });
});

describe('a time that lies ahead because other orders have those before', () => {
  it.each(['google_ads', 'microsoft_ads'] as const)('is waited for with %s', async (platform) => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const clickIds = { gclid: 'Cj0K', msclkid: 'dd4a' };
    const sales = [];
    for (let index = 0; index < 3; index += 1)
      sales.push(await shop.sell({ clickIds, at: START + HOLD - 1000 }));
    await shop.deliverAt(SENT_AT);
    expect(shop.sent).toHaveLength(2);
    const waiting = (await Promise.all(sales.map((sale) => shop.delivery(sale)))).filter(
      ({ state }) => state === 'waiting',
    );
    expect(waiting).toMatchObject([{ nextAttemptAt: SENT_AT + 1000, attempts: 0 }]);
    await shop.deliverAt(SENT_AT + 1000);
    expect(shop.sent.map(({ built }) => built?.toldAt)).toEqual([SENT_AT - 1000, SENT_AT, SENT_AT + 1000]);
  });
});

describe('a worker that dies after its platform took a conversion', () => {
  it('leaves a delivery that is sent once more, by the same key', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('google_ads');
    const sale = await shop.sell();
    await dieWhileSending(shop);
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(shop.sent.map(({ key }) => key)).toEqual(['A-1', 'A-1']);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('leaves one that is not sent again where Microsoft would take it for another', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('microsoft_ads');
    const sale = await shop.sell({ clickIds: {} });
    await dieWhileSending(shop);
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(shop.sent).toHaveLength(1);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'failed', reason: 'outcome_unknown' });
    // Somebody has looked there, and asks for it.
    await shop.queue.retry(
      { project: shop.project, event: sale.id, integration: 'int_microsoft_ads' },
      shop.clock.now,
    );
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
  });

  it('leaves one that Meta is not sent again once it would not know the repeat', async () => {
    const shop = await openAdWorkshop();
    await shop.connect('meta_ads');
    const sale = await shop.sell();
    await dieWhileSending(shop);
    await shop.deliverAt(SENT_AT + 49 * HOUR_MS);
    expect(shop.sent).toHaveLength(1);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'failed', reason: 'outcome_unknown' });
  });
});

/** Begins to send what is due, and never ends it: as a process that is killed between the answer and its commit. */
async function dieWhileSending(shop: Awaited<ReturnType<typeof openAdWorkshop>>): Promise<void> {
  shop.clock.now = SENT_AT;
  const dying = shop.openDeliverer();
  await dying.turn();
  await dying.ended();
}

it('whatever is answered and however late it is looked at, no attempt is made past a window, and keys never change', async () => {
  const classes = [
    ...(['transient', 'throttled', 'too_early', 'unknown', 'invalid', 'accepted', 'processing'] as const),
    ...(['send_again', 'delivered', 'duplicate', 'config'] as const),
  ] satisfies AnswerClass[];
  const step = fc.record({
    class: fc.constantFrom(...classes),
    isOutcomeKnown: fc.boolean(),
    retryAfterMs: fc.option(fc.integer({ min: 0, max: DAY_MS })),
    leaveOut: fc.option(fc.constant('phone')),
    late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 9 * DAY_MS })),
  });
  const histories = fc.record({
    platform: fc.constantFrom(...AD_PLATFORMS),
    clickAge: fc.option(fc.integer({ min: 0, max: 89 * DAY_MS })),
    steps: fc.array(step, { minLength: 1, maxLength: 14 }),
  });
  const shop = await openAdWorkshop();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(histories, async ({ platform, clickAge, steps }) => {
      runs += 1;
      const { id } = await shop.connect(platform, { id: `int_${runs}` });
      const soldAt = shop.clock.now;
      const clicks = ['gclid', 'msclkid', 'fbclid'].map((name) => [
        name,
        { value: 'id', at: soldAt - Number(clickAge) },
      ]);
      const facts = {
        ...NO_FACTS,
        ...{ consent: GRANTED, clicks: clickAge === null ? null : Object.fromEntries(clicks) },
      };
      const visitor = { id: `visitor_${runs}`, source: 'sdk' } as const;
      const sale = await shop.sell({ clickIds: {}, facts, visitor });
      const [days, from] = platform === 'meta_ads' ? [7, soldAt] : [90, soldAt - Number(clickAge)];
      const sentAt: number[] = [];
      const keys = new Set<unknown>();
      for (const { late, ...answer } of steps) {
        const { nextAttemptAt } = await shop.delivery(sale, id);
        if (nextAttemptAt === null) break;
        shop.script.answer = ({ step: asked, built }) => {
          if (asked === 'send') {
            sentAt.push(shop.clock.now);
            keys.add(built?.key);
          }
          return { ...answer, code: 'CODE', reference: 'r1' };
        };
        await shop.deliverAt(nextAttemptAt + late);
      }
      expect(Math.max(soldAt, ...sentAt)).toBeLessThanOrEqual(from + days * DAY_MS);
      expect(keys.size).toBeLessThanOrEqual(1);
      await shop.control.removeIntegration(id);
    }),
    { numRuns: WHOLE ? 100 : 10 },
  );
});

it('what a worker that died was sending is told as waiting once its lease is over, also at an integration that is paused since', async () => {
  const shop = await openAdWorkshop();
  const { id } = await shop.connect('google_ads');
  const sale = await shop.sell();
  shop.clock.now += HOLD;
  const [claim] = await shop.queue.claim([{ destination: id, limit: 1 }], {
    now: shop.clock.now,
    until: shop.clock.now + 40_000,
  });
  const begun = { startedAt: shop.clock.now, key: 'k', exclusiveKey: null, order: null };
  expect(await shop.queue.beginSending(claim as AdClaim, begun)).toBe('begun');
  await shop.control.changeIntegration(id, { state: 'paused' });

  const started = shop.openDeliverer();
  expect(await started.turn(), 'when it looks again').toBe(shop.clock.now + 40_000);
  expect((await shop.delivery(sale)).state).toBe('sending');
  shop.clock.now += 40_000;
  expect(await started.turn()).toBeNull();
  expect(await shop.delivery(sale)).toMatchObject({
    ...{ state: 'retry_scheduled', attempts: 1 },
    lastAttempt: { answer: 'interrupted', durationMs: null },
  });
  expect(shop.sent).toEqual([]);

  await shop.control.changeIntegration(id, { state: 'active' });
  await started.deliverDue();
  expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered', attempts: 2 });
  expect(shop.sent.map(({ key }) => key)).toEqual(['k']);
});
