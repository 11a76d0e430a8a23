import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import { HOUR_MS } from '@cvq/contract/constants';
import type { EventRecord } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { START } from '../collector.ts';
import { type AdWorkshop, HOLD, openAdWorkshop } from './ad-workshop.ts';

const SENT_AT = START + HOLD;
const LOST = { class: 'transient', isOutcomeKnown: false } as const;

/** What is answered to the first request, and the answer to all others. */
function failFirst(shop: AdWorkshop, first: ReturnType<AdWorkshop['script']['answer']>): void {
  let isFirst = true;
  shop.script.answer = () => {
    const answer = isFirst ? first : ({ class: 'delivered' } as const);
    isFirst = false;
    return answer;
  };
}

const ask = (shop: AdWorkshop, { id: event }: EventRecord, platform: AdPlatform) =>
  shop.queue.retry({ project: shop.project, event, integration: `int_${platform}` }, shop.clock.now);

async function twoReports(
  platform: AdPlatform,
  first = LOST as Parameters<typeof failFirst>[1],
  clicks = {},
) {
  const shop = await openAdWorkshop();
  await shop.connect(platform);
  failFirst(shop, first);
  const browsers = await shop.sell(clicks);
  await shop.deliverAt(SENT_AT);
  const sale = await shop.sell({ ...clicks, conversion: browsers.conversion, origin: 'server' });
  return { shop, browsers, sale };
}

describe('an order whose first report may have arrived, and which the server reports then', () => {
  it.each(AD_PLATFORMS)('is sent again to %s by the key of the first report', async (platform) => {
    const { shop, browsers, sale } = await twoReports(platform);
    for (const hours of [1, 2, 3]) await shop.deliverAt(SENT_AT + hours * HOUR_MS);
    const keys = shop.sent.filter(({ step }) => step === 'send').map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const states = [(await shop.delivery(browsers)).state, (await shop.delivery(sale)).state];
    expect(states.toSorted()).toEqual(['delivered', 'skipped']);
  });

  it('goes as the sale where the browser’s report is not due before', async () => {
    const { shop, browsers, sale } = await twoReports('meta_ads', {
      class: 'throttled',
      isOutcomeKnown: false,
      retryAfterMs: HOUR_MS,
    });
    await ask(shop, sale, 'meta_ads');
    await shop.queue.resume('int_meta_ads', shop.clock.now);
    await shop.deliverAt(SENT_AT + HOLD);
    await shop.deliverAt(SENT_AT + 2 * HOUR_MS);
    expect(shop.sent).toHaveLength(2);
    expect(new Set(shop.sent.map(({ key }) => key)).size).toBe(1);
    const states = [(await shop.delivery(browsers)).state, (await shop.delivery(sale)).state];
    expect(states.toSorted()).toEqual(['delivered', 'skipped']);
  });

  it('has failed where Microsoft would not know the repeat, and can be sent by hand', async () => {
    const { shop, sale } = await twoReports('microsoft_ads', LOST, { clickIds: {} });
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(shop.sent).toHaveLength(1);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'failed', reason: 'outcome_unknown' });
    await ask(shop, sale, 'microsoft_ads');
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
    expect(shop.sent).toHaveLength(2);
  });

  it('is sent as the sale where the verdict on the first report is that it was not taken', async () => {
    const { shop, browsers, sale } = await twoReports('google_ads', { class: 'accepted', reference: 'r' });
    await shop.deliverAt(SENT_AT + HOLD);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'skipped', reason: 'duplicate_order' });
    failFirst(shop, { class: 'invalid', code: 'BAD' });
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(await shop.delivery(browsers)).toMatchObject({ state: 'rejected' });
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
  });
});

describe('an order that was sent by one of its reports', () => {
  it('is not blocked by another of them', async () => {
    const { shop, browsers, sale } = await twoReports('meta_ads', { class: 'config', code: '200' });
    expect(await shop.delivery(browsers)).toMatchObject({ state: 'blocked' });
    await shop.deliverAt(SENT_AT + HOLD);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
    expect(await shop.delivery(browsers)).toMatchObject({ state: 'skipped', reason: 'duplicate_order' });
  });

  it('is not queued by who asks for another of them', async () => {
    const { shop, sale } = await twoReports('meta_ads', { class: 'delivered' });
    await shop.deliverAt(SENT_AT + HOLD);
    expect(await ask(shop, sale, 'meta_ads')).toMatchObject({ state: 'skipped', reason: 'duplicate_order' });
  });
});

const fault = fc.constantFrom('lost', 'arrived', 'refused', 'block', 'none');
const step = fc.oneof(
  fc.record({ do: fc.constant('browser' as const) }),
  fc.record({ do: fc.constant('server' as const) }),
  fc.record({ do: fc.constant('fault' as const), fault }),
  fc.record({ do: fc.constant('ask' as const), which: fc.nat(3) }),
  fc.record({ do: fc.constant('resume' as const) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 90 }) }),
);

/** Two reports, the first of which is looked at before the second comes, with anything between and after. */
const history = fc
  .record({ fault, minutes: fc.integer({ min: 2, max: 4 }), rest: fc.array(step, { maxLength: 8 }) })
  .map(({ fault, minutes, rest }) => [
    ...[{ do: 'browser' } as const, { do: 'fault', fault } as const, { do: 'wait', minutes } as const],
    ...[{ do: 'server' } as const, ...rest],
  ]);

type Step = typeof history extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

/** A platform that fails once after each time it is told to, with the orders that it has. */
function failingPlatform(shop: AdWorkshop, platform: AdPlatform) {
  const has = new Set<string>();
  let next: string = 'none';
  shop.script.answer = ({ step, built }) => {
    if (step === 'verify') return { class: 'delivered' };
    const now = next;
    next = 'none';
    if (now === 'refused') return { class: 'transient' };
    if (now === 'block') return { class: 'config', code: 'BLOCK' };
    if (now === 'lost') return LOST;
    has.add(String(built?.key));
    if (now === 'arrived') return LOST;
    return platform === 'google_ads' ? { class: 'accepted', reference: 'r' } : { class: 'delivered' };
  };
  const failNext = (fault: string) => {
    next = fault;
  };
  return { has, failNext };
}

/** Takes the steps of a history, with at most one report of each origin, and tells the reports. */
async function take(
  steps: readonly Step[],
  shop: AdWorkshop,
  of: { platform: AdPlatform; failNext(fault: string): void },
): Promise<EventRecord[]> {
  const reports: EventRecord[] = [];
  const report = async (origin: 'browser' | 'server') => {
    if (reports.some((known) => known.origin === origin)) return;
    reports.push(await shop.sell({ origin, ...(reports[0] && { conversion: reports[0].conversion }) }));
  };
  for (const each of steps) {
    if (each.do === 'browser' || each.do === 'server') await report(each.do);
    else if (each.do === 'fault') of.failNext(each.fault);
    else if (each.do === 'ask') {
      const one = reports[each.which % Math.max(1, reports.length)];
      if (one !== undefined) await ask(shop, one, of.platform);
    } else if (each.do === 'resume') await shop.queue.resume(`int_${of.platform}`, shop.clock.now);
    else await shop.deliverAt(shop.clock.now + each.minutes * 60_000);
  }
  return reports;
}

it('whatever fails, an order that two reports tell of is with its platform once in the end, and never not at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...AD_PLATFORMS), history, async (platform, steps) => {
      const shop = await openAdWorkshop();
      await shop.connect(platform);
      const { has, failNext } = failingPlatform(shop, platform);
      const reports = await take(steps, shop, { platform, failNext });
      failNext('none');
      for (let hour = 0; hour < 12; hour += 1) {
        await shop.queue.resume(`int_${platform}`, shop.clock.now);
        await shop.deliverAt(shop.clock.now + HOUR_MS);
      }
      expect(has.size).toBe(reports.length === 0 ? 0 : 1);
    }),
    { numRuns: WHOLE ? 30 : 3 },
  );
});
