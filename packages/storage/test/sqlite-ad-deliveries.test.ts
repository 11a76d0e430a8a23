import type { AdClaim } from '@cvq/storage';
import { describe, expect, it } from 'vitest';
import { aBot, MINUTE, NOON } from '../../../test/builders/event-records.ts';
import { aBeginning, aNext, anAttempt, HOLD, LEASE, openWorkshop } from './ad-workshop.ts';
import { runProgram } from './run-program.ts';

describe('what a conversion owes', () => {
  it('stands in its own commit, one delivery for each integration, held for a time', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads', 'microsoft_ads']);
    const sale = shop.sale();
    await shop.append(sale);
    const found = await shop.deliveries(sale);
    expect(found.map(({ integration, platform }) => ({ integration, platform }))).toEqual(
      shop.targets.map(({ integration, platform }) => ({ integration, platform })),
    );
    expect(found[0]).toEqual({
      project: shop.project,
      event: sale.id,
      integration: shop.integration,
      platform: 'google_ads',
      state: 'held',
      reason: null,
      attempts: 0,
      nextAttemptAt: NOON + HOLD,
      createdAt: NOON,
      askedAt: null,
      endedAt: null,
      lastAttempt: null,
      retryUntil: null,
      wasAccepted: false,
    });
  });

  it('is owed of whatever is a conversion, once, and of nothing else', async () => {
    const shop = openWorkshop();
    const [view, sale] = [shop.sale({ type: 'pageview', conversion: null }), shop.sale()];
    const others = [shop.sale({ bot: aBot() }), shop.sale({ exclusion: 'foreign_host' })];
    await shop.append(view, sale, sale, ...others);
    await shop.append(sale);
    expect(await shop.deliveries(view)).toEqual([]);
    for (const event of [sale, ...others]) expect(await shop.deliveries(event)).toHaveLength(1);
    await shop.events.ledger.append([shop.sale()]);
    expect(shop.rows('SELECT 1 FROM ad_owed')).toHaveLength(3);
  });

  it('is owed by the id that the conversion is stored by, also where a backend and a browser chose the same', async () => {
    const shop = openWorkshop();
    const browsers = shop.sale();
    const servers = shop.sale({ id: browsers.id, origin: 'server' });
    await shop.append(browsers, servers);
    const ids = shop.rows('SELECT suffix FROM ad_owed ORDER BY suffix');
    expect(ids).toEqual([{ suffix: browsers.id.suffix }, { suffix: `${browsers.id.suffix}-s` }]);
  });

  it('is not owed of conversions that another store has kept', async () => {
    const shop = openWorkshop();
    const sale = shop.sale();
    await shop.append(shop.sale());
    await shop.events.ledger.import([{ event: sale, conversion: 'counted', order: null }]);
    expect(await shop.deliveries(sale)).toEqual([]);
  });

  it('is not there when its commit fails, and is when it is stored by the next', async () => {
    const shop = openWorkshop();
    const sale = shop.sale();
    const broken = shop.sale({ properties: { big: 1n } });
    await expect(shop.append(sale, broken)).rejects.toThrow();
    expect(shop.rows('SELECT 1 FROM ad_owed')).toEqual([]);
    await shop.append(sale);
    expect(await shop.deliveries(sale)).toHaveLength(1);
  });
});

describe('a delivery', () => {
  it('is claimed once its hold is over, and comes back when a lease runs out', async () => {
    const shop = openWorkshop();
    const sale = shop.sale();
    await shop.append(sale);
    expect(await shop.claim(NOON + HOLD - 1)).toEqual([]);
    expect(await shop.queue.outstanding(NOON, 10)).toEqual([
      { destination: shop.integration, dueAt: NOON + HOLD, due: 0 },
    ]);
    const [claim] = await shop.claim(NOON + HOLD);
    expect(claim).toEqual({
      destination: shop.integration,
      integration: shop.integration,
      project: shop.project,
      platform: 'google_ads',
      event: sale.id,
      attempt: 1,
      claimedAt: NOON + HOLD,
      step: 'send',
      tries: 0,
      unknownAnswers: 0,
      reference: null,
      key: null,
      leftOut: [],
      unknownSince: null,
      mayHaveArrived: false,
      acceptedAt: null,
      throttledFor: null,
    });
    expect((await shop.delivery(sale)).state).toBe('sending');
    expect(await shop.claim(NOON + HOLD + LEASE - 1)).toEqual([]);
    const [again] = (await shop.claim(NOON + HOLD + LEASE)) as [AdClaim];
    expect(again).toMatchObject({ attempt: 2, unknownSince: null });
    const [interrupted] = await shop.queue.attemptsOf(shop.project, sale.id);
    expect(interrupted).toMatchObject({ number: 1, answer: 'interrupted', durationMs: null });
  });

  it('goes on as its attempts say, and keeps them', async () => {
    const shop = openWorkshop();
    const sale = shop.sale();
    await shop.append(sale);
    const [sent] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    const accepted = aNext('accepted', {
      ...{ dueAt: NOON + 60 * MINUTE, step: 'verify', reference: 'r1', key: 'k1' },
      ...{ acceptedAt: NOON + HOLD + 300, retryUntil: NOON + 90 * MINUTE },
    });
    await shop.queue.record([{ claim: sent, attempt: anAttempt(), next: accepted }]);
    expect(await shop.delivery(sale)).toMatchObject({
      ...{ state: 'accepted', nextAttemptAt: NOON + 60 * MINUTE, wasAccepted: true, attempts: 1 },
      ...{ retryUntil: NOON + 90 * MINUTE, endedAt: null },
      lastAttempt: { number: 1, answer: 'accepted', requestId: 'request-1' },
    });
    const [asked] = (await shop.claim(NOON + 60 * MINUTE)) as [AdClaim];
    expect(asked).toMatchObject({ step: 'verify', reference: 'r1', key: 'k1', attempt: 2, tries: 1 });
    expect((await shop.delivery(sale)).state).toBe('accepted');
    const attempt = anAttempt({ step: 'verify', startedAt: NOON + 60 * MINUTE, answer: 'delivered' });
    await shop.queue.record([{ claim: asked, attempt, next: aNext('delivered') }]);
    expect(await shop.delivery(sale)).toMatchObject({
      ...{ state: 'delivered', nextAttemptAt: null, endedAt: NOON + 60 * MINUTE + 300, attempts: 2 },
    });
    expect(await shop.queue.outstanding(NOON + 60 * MINUTE, 10)).toEqual([]);
    const attempts = await shop.queue.attemptsOf(shop.project, sale.id);
    expect(attempts).toEqual([
      { ...anAttempt(), number: 1, integration: shop.integration },
      { ...attempt, number: 2, integration: shop.integration },
    ]);
  });
});

describe('a delivery that is tried again', () => {
  it('knows how many of its tries were answered with what nobody has classed, until all are made anew', async () => {
    const shop = openWorkshop();
    const sale = shop.sale();
    await shop.append(sale);
    let now = NOON + HOLD;
    let tries = 0;
    const unknownAfter = async (answer: string, counts = 1) => {
      const [claim] = (await shop.claim(now)) as [AdClaim];
      tries += counts;
      const attempt = anAttempt({ startedAt: now, answer });
      now += MINUTE;
      const next = aNext('retry_scheduled', { dueAt: now, tries });
      await shop.queue.record([{ claim, attempt, next }]);
      const [again] = (await shop.claim(now)) as [AdClaim];
      await shop.queue.postpone([again], now);
      return again.unknownAnswers;
    };
    expect(await unknownAfter('transient')).toBe(0);
    expect(await unknownAfter('unknown')).toBe(1);
    expect(await unknownAfter('throttled', 0)).toBe(1);
    expect(await unknownAfter('transient')).toBe(1);
    expect(await unknownAfter('unknown')).toBe(2);
    tries = 0;
    expect(await unknownAfter('too_early', 0)).toBe(0);
    expect(await unknownAfter('transient')).toBe(0);
  });
});

describe('an attempt to send that begins', () => {
  it('leaves its key and an unknown outcome where it is interrupted', async () => {
    const shop = openWorkshop();
    await shop.append(shop.sale());
    const [claim] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    expect(await shop.queue.beginSending(claim, aBeginning({ key: 'k1' }))).toBe('begun');
    const [again] = (await shop.claim(NOON + HOLD + LEASE)) as [AdClaim];
    expect(again).toMatchObject({ attempt: 2, unknownSince: NOON + HOLD, key: 'k1', mayHaveArrived: true });
    expect(await shop.queue.beginSending(claim, aBeginning())).toBe('claim_lost');
    await shop.queue.release([again], NOON + HOLD + LEASE + 1);
    const [third] = (await shop.claim(NOON + HOLD + LEASE + 1)) as [AdClaim];
    expect(third).toMatchObject({ attempt: 3, unknownSince: NOON + HOLD, key: 'k1' });
  });

  it('goes for one report of an order alone, until that one has ended without being sent', async () => {
    const shop = openWorkshop();
    const [one, other] = [shop.sale(), shop.sale()];
    await shop.append(one, other);
    const [first, second] = (await shop.claim(NOON + HOLD)) as [AdClaim, AdClaim];
    const order = { type: 'purchase', orderId: 'A-1' };
    expect(await shop.queue.beginSending(first, aBeginning({ order }))).toBe('begun');
    expect(await shop.queue.beginSending(second, aBeginning({ order }))).toEqual({
      waitsUntil: NOON + HOLD + LEASE,
    });
    const lead = { type: 'lead', orderId: 'A-1' };
    await shop.append(shop.sale({ type: 'lead' }));
    const [third] = (await shop.claim(NOON + HOLD)) as [AdClaim];
    expect(await shop.queue.beginSending(third, aBeginning({ order: lead }))).toBe('begun');
    await shop.queue.record([{ claim: first, attempt: anAttempt(), next: aNext('rejected') }]);
    expect(await shop.queue.beginSending(second, aBeginning({ order }))).toBe('begun');
  });

  it('is one of all reports of an order, and one of each key, in whatever processes they begin', async () => {
    const shop = openWorkshop(['microsoft_ads']);
    await shop.append(...Array.from({ length: 40 }, () => shop.sale()));
    const begin = `
      const queue = storage.openAdDeliveryStore({ folder, migrate: false }, { synced: false });
      // Neither begins before both are there.
      const { readdirSync, writeFileSync } = await import('node:fs');
      writeFileSync(folder + '/ready ' + process.pid, '');
      while (readdirSync(folder).filter((name) => name.startsWith('ready ')).length < 2);
      const lease = { now: ${NOON + HOLD}, until: ${NOON + HOLD + LEASE} };
      for (;;) {
        const [claim] = await queue.claim([{ destination: '${shop.integration}', limit: 1 }], lease);
        if (claim === undefined) break;
        const place = Number(claim.event.suffix.slice(1));
        const begun = await queue.beginSending(claim, {
          startedAt: lease.now,
          key: 'key ' + (place % 7),
          exclusiveKey: 'key ' + (place % 7),
          order: { type: 'purchase', orderId: 'order ' + (place % 5) },
        });
        console.log(begun, place % 7, place % 5);
      }
      await queue.close();`;
    const told = await Promise.all([1, 2].map(() => runProgram(begin, shop.folder)));
    const lines = told.flatMap((text) => text.split('\n')).filter((line) => line !== '');
    expect(lines).toHaveLength(40);
    const begun = lines.map((line) => line.split(' ')).filter(([answer]) => answer === 'begun');
    expect(begun).toHaveLength(5);
    for (const place of [1, 2]) expect(new Set(begun.map((line) => line[place])).size).toBe(5);
  });

  it('has a key that no other delivery has, where its platform takes two of one key for one', async () => {
    const shop = openWorkshop(['microsoft_ads']);
    await shop.append(shop.sale(), shop.sale());
    const [first, second] = (await shop.claim(NOON + HOLD)) as [AdClaim, AdClaim];
    const exclusive = (key: string) => aBeginning({ key, exclusiveKey: key });
    expect(await shop.queue.beginSending(first, exclusive('click 12:00:00'))).toBe('begun');
    const later = aNext('retry_scheduled', { dueAt: NOON + HOLD + 1 });
    await shop.queue.record([{ claim: first, attempt: anAttempt(), next: later }]);
    expect(await shop.queue.beginSending(second, exclusive('click 12:00:00'))).toBe('key_taken');
    expect(await shop.queue.beginSending(second, exclusive('click 12:00:01'))).toBe('begun');
    const [again] = (await shop.claim(NOON + HOLD + 1)) as [AdClaim];
    expect(again.key).toBe('click 12:00:00');
    expect(await shop.queue.beginSending(again, exclusive('click 12:00:00'))).toBe('begun');
  });
});

describe('what is blocked', () => {
  it('is told by integration and reason, with what was said last, until it is due again', async () => {
    const shop = openWorkshop();
    const other = shop.another();
    const ids = [0, 1, 2, 3].map((later) => ({ ms: NOON + later, suffix: `s${later}` }));
    await shop.append(...ids.map((id) => shop.sale({ id })));
    await other.append(other.sale());
    const blocked = async (
      [claim]: readonly AdClaim[],
      { reason, message }: { readonly reason: string; readonly message: string },
    ) => {
      const attempt = anAttempt({ answer: 'config', code: reason, message });
      const ended = { claim: claim as AdClaim, attempt, next: aNext('blocked', { reason }) };
      await shop.queue.record([ended]);
    };
    for (const message of ['No such action', 'No such action 7'])
      await blocked(await shop.claim(NOON + HOLD + 1000, 1), { reason: 'UNKNOWN_ACTION', message });
    await blocked(await shop.claim(NOON + HOLD + 1000, 1), { reason: 'NO_RIGHTS', message: 'No rights' });
    expect(await shop.queue.blocked(100)).toEqual([
      { integration: shop.integration, reason: 'UNKNOWN_ACTION', deliveries: 2, message: 'No such action 7' },
      { integration: shop.integration, reason: 'NO_RIGHTS', deliveries: 1, message: 'No rights' },
    ]);
    expect(await shop.queue.blocked(1)).toHaveLength(1);
    await shop.queue.resume(shop.integration, NOON + HOLD);
    expect(await shop.queue.blocked(100)).toEqual([]);
  });
});

describe('what a dry run has built', () => {
  it('is told of the newest conversions of one integration, the newest first', async () => {
    const shop = openWorkshop(['google_ads', 'meta_ads']);
    const sales = [1, 2, 3].map((minute) => shop.sale({ at: NOON + minute * MINUTE }));
    await shop.append(...sales);
    const built = await shop.claim(NOON + 10 * MINUTE);
    const request = (claim: AdClaim) => JSON.stringify({ sale: claim.event.suffix });
    await shop.queue.record(
      built.map((claim) => ({
        claim,
        attempt: anAttempt({ answer: 'dry_run', request: request(claim), startedAt: NOON + 10 * MINUTE }),
        next: aNext(claim.event.suffix === sales[0]?.id.suffix ? 'skipped' : 'dry_run'),
      })),
    );
    const of = { project: shop.project, integration: shop.integration };
    const told = await shop.queue.builtRequests(of, 10);
    expect(told).toEqual(
      [sales[2], sales[1]].map((sale) => ({
        event: { ms: sale?.id.ms, suffix: sale?.id.suffix },
        builtAt: NOON + 10 * MINUTE,
        request: JSON.stringify({ sale: sale?.id.suffix }),
      })),
    );
    expect(await shop.queue.builtRequests(of, 1)).toHaveLength(1);
    const other = shop.targets[1]?.integration ?? '';
    expect(await shop.queue.builtRequests({ ...of, integration: other }, 10)).toEqual([]);
    expect(await shop.queue.builtRequests({ ...of, project: 'proj_none' }, 10)).toEqual([]);
  });

  it('is of each conversion what was built last, so that attempts take no place of other conversions', async () => {
    const shop = openWorkshop();
    const [often, once] = [shop.sale({ at: NOON + MINUTE }), shop.sale({ at: NOON })];
    await shop.append(often, once);
    const [first, second] = (await shop.claim(NOON + HOLD + MINUTE)) as [AdClaim, AdClaim];
    const built = (request: string) => anAttempt({ answer: 'dry_run', request });
    const [claim, other] = first.event.ms === often.id.ms ? [first, second] : [second, first];
    const later = aNext('retry_scheduled', { dueAt: NOON + 2 * HOLD });
    await shop.queue.record([
      { claim, attempt: built('"first"'), next: later },
      { claim: other, attempt: built('"only"'), next: aNext('dry_run') },
    ]);
    const [again] = (await shop.claim(NOON + 2 * HOLD + MINUTE)) as [AdClaim];
    await shop.queue.record([{ claim: again, attempt: built('"second"'), next: aNext('dry_run') }]);
    const told = await shop.queue.builtRequests({ project: shop.project, integration: shop.integration }, 2);
    expect(told.map(({ request }) => request)).toEqual(['"second"', '"only"']);
  });
});
