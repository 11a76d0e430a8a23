import { type EventRecord, type ForwardedConversion, openAdDeliveryStore } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  aBot,
  aClient,
  anEvent,
  aPage,
  aTouch,
  conversion,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { openWorkshop } from './ad-workshop.ts';
import { BEFORE_ANSWERED_VISITS } from './before-ad-deliveries.ts';
import { tries } from './histories.ts';
import { forwardedClicks } from './reduce-clicks.ts';
import { type Deed, historyOf } from './reduce-history.ts';
import { salesAmong } from './reduce-orders.ts';
import { personOf } from './reduce-persons.ts';
import { mixedTraffic } from './traffic.ts';

type Shop = ReturnType<typeof openWorkshop>;

/** What is read of an event, which is the same of rows and of blocks. */
async function read(shop: Shop, { id }: EventRecord, now = NOON + HOUR): Promise<ForwardedConversion> {
  const key = { project: shop.project, event: id };
  const found = await shop.queue.readConversion(key, now);
  shop.archiveAll();
  expect(await shop.queue.readConversion(key, now)).toEqual(found);
  return found as ForwardedConversion;
}

/** Of each name the latest, without the visits that it led to. */
const plain = (clicks: ForwardedConversion['clicks']) =>
  [...Map.groupBy(clicks, ({ name }) => name).values()].flatMap((ofName) =>
    ofName
      .map(({ name, value, at }) => ({ name, value, at }))
      .toSorted((one, other) => other.at - one.at || (other.value < one.value ? -1 : 1))
      .slice(0, 1),
  );

/** A page view that an ad led to. */
const landing = (shop: Shop, clickIds: Record<string, string>, given: Partial<EventRecord> = {}) =>
  anEvent({
    project: shop.project,
    sessionId: `s ${Object.values(clickIds).join()}`,
    page: aPage('/landing'),
    touch: aTouch({ source: 'google', medium: 'cpc' }),
    clickIds,
    ...given,
  });

const consent = { ad_storage: 'granted', ad_user_data: 'denied' } as const;

describe('a conversion of a browser', () => {
  it('tells of itself what a platform may be told', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({
      ...{ sessionId: 's', visitor: visitor('ann'), userId: 'u-ann', clickIds: { gclid: 'g' } },
      page: { ...aPage('/thanks'), suffix: '?order=A-1' },
      client: aClient({ userAgent: 'Firefox', country: 'DE' }),
      conversion: conversion(4990, 'EUR', 'A-1'),
      properties: { items: [{ id: 'sku' }] },
      facts: { sdk: '1.0.0', consent, gpc: true, clicks: null },
      sealedUserData: Buffer.from('sealed'),
    });
    await shop.append(sale);
    expect(await read(shop, sale)).toEqual({
      ...{ project: shop.project, event: sale.id, type: 'purchase', at: NOON, receivedAt: NOON },
      ...{ origin: 'browser', standing: 'counted', orderId: 'A-1' },
      amount: { minor: 4990, currency: 'EUR' },
      properties: { items: [{ id: 'sku' }] },
      ...{ consent, gpc: true, clicks: [{ name: 'gclid', value: 'g', at: NOON }] },
      ...{ userId: 'u-ann', visitorId: 'ann', userAgent: 'Firefox', country: 'DE' },
      pageUrl: 'https://shop.example/thanks?order=A-1',
      userData: [{ sealed: Buffer.from('sealed'), purgeAt: NOON + 90 * DAY, visit: null }],
    });
  });

  it('has the latest click of each name of the 90 days before, with its first time', async () => {
    const shop = openWorkshop();
    const ann = { visitor: visitor('ann') };
    const kept = { value: 'kept', at: NOON - 3 * HOUR };
    const sale = shop.sale({
      ...{ ...ann, sessionId: 'last' },
      facts: { sdk: null, consent, gpc: false, clicks: { fbclid: kept, gclid: { value: 'g2', at: null } } },
    });
    await shop.append(
      landing(shop, { gclid: 'too old' }, { ...ann, at: NOON - 91 * DAY }),
      landing(shop, { gclid: 'g1', msclkid: 'm' }, { ...ann, at: NOON - 3 * DAY }),
      landing(shop, { gclid: 'g2' }, { ...ann, at: NOON - 2 * DAY }),
      landing(shop, { gclid: 'g2' }, { ...ann, at: NOON - DAY, sessionId: 'g2 again' }),
      landing(shop, { gclid: 'of another' }, { visitor: visitor('bob'), at: NOON - HOUR }),
      landing(shop, { fbclid: 'f1' }, { ...ann, at: NOON - DAY }),
      sale,
      landing(shop, { gclid: 'afterwards' }, { ...ann, at: NOON + MINUTE }),
    );
    const clicks = plain((await read(shop, sale)).clicks);
    expect(clicks.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: 'fbclid', ...kept },
      { name: 'gclid', value: 'g2', at: NOON - 2 * DAY },
      { name: 'msclkid', value: 'm', at: NOON - 3 * DAY },
    ]);
  });

  it('has no click of later, of whatever clock, and none of a bot', async () => {
    const shop = openWorkshop();
    const ann = { visitor: visitor('ann') };
    const later = { value: 'later', at: NOON + 1 };
    const sale = shop.sale({
      ...{ ...ann, sessionId: 'own' },
      facts: { sdk: null, consent, gpc: false, clicks: { gclid: later } },
    });
    await shop.append(landing(shop, { gclid: 'of a bot' }, { ...ann, at: NOON - DAY, bot: aBot() }), sale);
    expect((await read(shop, sale)).clicks).toEqual([]);
  });

  it('has the clicks of all devices of its user, and of nobody who shares one', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ visitor: visitor('laptop'), userId: 'u-ann', sessionId: 'own' });
    await shop.append(
      landing(shop, { gclid: 'phone' }, { visitor: visitor('phone'), at: NOON - 2 * DAY }),
      anEvent({
        project: shop.project,
        visitor: visitor('phone'),
        userId: 'u-ann',
        at: NOON - DAY,
        sessionId: 'p',
      }),
      landing(shop, { fbclid: 'shared' }, { visitor: visitor('kiosk'), at: NOON - DAY }),
      anEvent({
        project: shop.project,
        visitor: visitor('kiosk'),
        userId: 'u-ann',
        at: NOON - HOUR,
        sessionId: 'k',
      }),
      anEvent({
        project: shop.project,
        visitor: visitor('kiosk'),
        userId: 'u-bob',
        at: NOON - HOUR,
        sessionId: 'l',
      }),
      sale,
    );
    expect(plain((await read(shop, sale)).clicks)).toEqual([
      { name: 'gclid', value: 'phone', at: NOON - 2 * DAY },
    ]);
  });

  it('names the one user behind its visitor', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ visitor: visitor('laptop'), sessionId: 'own' });
    const signedIn = anEvent({
      project: shop.project,
      visitor: visitor('laptop'),
      userId: 'u-ann',
      sessionId: 'k',
    });
    await shop.append(signedIn, sale);
    expect(await read(shop, sale)).toMatchObject({ userId: 'u-ann', visitorId: 'laptop' });
  });

  it('has what its session says of consent where it says nothing', async () => {
    const shop = openWorkshop();
    const said = (answer: 'granted' | 'denied', at: number) =>
      anEvent({
        ...{ project: shop.project, sessionId: 's', visitor: visitor('ann'), at },
        facts: { sdk: null, consent: { ad_user_data: answer }, gpc: false, clicks: null },
      });
    const sale = shop.sale({ sessionId: 's', visitor: visitor('ann') });
    await shop.append(said('denied', NOON - MINUTE), sale, said('granted', NOON + MINUTE));
    expect((await read(shop, sale)).consent).toEqual({ ad_user_data: 'denied' });
  });

  const saying = (said: EventRecord['facts']['consent'], gpc = false) => ({
    facts: { sdk: null, consent: said, gpc, clicks: null },
  });

  it('has each purpose answered by itself, also by a page between, and a later denial', async () => {
    const shop = openWorkshop();
    const visit = { project: shop.project, sessionId: 's', visitor: visitor('ann') };
    const sale = shop.sale({ ...visit, ...saying({ ad_storage: 'granted' }) });
    const page = (minutes: number, said: EventRecord['facts']['consent'], gpc = false) =>
      anEvent({ ...visit, at: NOON + minutes * MINUTE, ...saying(said, gpc) });
    await shop.append(
      page(-9, null),
      page(-8, { ad_user_data: 'denied' }),
      page(-7, { ad_personalization: 'granted' }),
      page(-6, null),
      sale,
    );
    expect(await read(shop, sale)).toMatchObject({
      consent: { ad_storage: 'granted', ad_user_data: 'denied', ad_personalization: 'granted' },
      gpc: false,
    });
    await shop.append(page(1, { ad_storage: 'denied' }), page(2, null, true), page(3, null));
    expect(await read(shop, sale)).toMatchObject({ consent: { ad_storage: 'denied' }, gpc: true });
  });

  it('has with the clicks of other visits what was said in those, and an earlier click beside', async () => {
    const shop = openWorkshop();
    const ann = { visitor: visitor('ann') };
    const denied = { ...saying({ ad_user_data: 'denied' }), client: aClient({ country: 'DE' }) };
    const sale = shop.sale({ ...ann, sessionId: 'own', ...saying({ ad_user_data: 'granted' }) });
    await shop.append(
      landing(shop, { gclid: 'older' }, { ...ann, at: NOON - 2 * DAY, ...saying(null, true) }),
      landing(shop, { gclid: 'newer' }, { ...ann, at: NOON - DAY, ...denied }),
      sale,
    );
    const { clicks } = await read(shop, sale);
    expect(clicks.toSorted((one, other) => one.at - other.at)).toMatchObject([
      { value: 'older', visits: [{ consent: null, gpc: true }] },
      { value: 'newer', visits: [{ consent: { ad_user_data: 'denied' }, gpc: false, country: 'DE' }] },
    ]);
  });

  it('has no visitor who is a hash of the day, which is made of address and user agent', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ visitor: visitor('h', 'hash') });
    await shop.append(sale);
    expect((await read(shop, sale)).visitorId).toBeNull();
  });

  it('has user data for 90 days', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ sealedUserData: Buffer.from('sealed') });
    await shop.append(sale);
    expect((await read(shop, sale, NOON + 90 * DAY)).userData).toEqual([]);
  });
});

describe('a sale of a backend', () => {
  it('has visitor, page, agent, clicks and user data of the browser’s report of its order', async () => {
    const shop = openWorkshop();
    const order = { conversion: conversion(4990, 'EUR', 'A-1') };
    const report = shop.sale({
      ...{ ...order, sessionId: 's', visitor: visitor('ann'), at: NOON - MINUTE, page: aPage('/thanks') },
      client: aClient({ userAgent: 'Firefox', country: 'DE' }),
      facts: { sdk: null, consent, gpc: false, clicks: { gclid: { value: 'g', at: NOON - HOUR } } },
      sealedUserData: Buffer.from('sealed'),
    });
    const sale = shop.sale({ ...order, origin: 'server' });
    await shop.append(
      landing(shop, { fbclid: 'f' }, { visitor: visitor('ann'), at: NOON - DAY }),
      report,
      sale,
    );
    expect(await read(shop, report)).toMatchObject({ standing: 'repeated' });
    expect(await read(shop, sale)).toMatchObject({
      ...{ standing: 'counted', visitorId: 'ann', userAgent: 'Firefox', country: 'DE', consent },
      pageUrl: 'https://shop.example/thanks',
      clicks: [
        { name: 'gclid', value: 'g', at: NOON - HOUR },
        { name: 'fbclid', value: 'f', at: NOON - DAY, visits: [{ consent: null, gpc: false }] },
      ],
      userData: [{ sealed: Buffer.from('sealed') }],
    });
  });

  it('has what the session tells that it names, unless it says so itself', async () => {
    const shop = openWorkshop();
    const seen = anEvent({
      ...{ project: shop.project, sessionId: 's', visitor: visitor('ann'), at: NOON - MINUTE },
      ...{ page: aPage('/cart'), client: aClient({ userAgent: 'Firefox', country: 'DE' }) },
      facts: { sdk: null, consent, gpc: true, clicks: { msclkid: { value: 'm', at: NOON - HOUR } } },
    });
    const sale = shop.sale({
      ...{ origin: 'server', sessionId: 's', userId: 'u-ann', visitor: visitor('u-ann', 'user') },
      client: aClient({ country: 'AT' }),
    });
    await shop.append(seen, sale);
    expect(await read(shop, sale)).toMatchObject({
      ...{ userId: 'u-ann', visitorId: 'ann', userAgent: 'Firefox', country: 'AT', consent, gpc: true },
      pageUrl: 'https://shop.example/cart',
      clicks: [{ name: 'msclkid', value: 'm', at: NOON - HOUR }],
    });
  });

  it('without a visit has what was said in the latest visit of its user in which anything was', async () => {
    const shop = openWorkshop();
    const said = (ad_user_data: 'granted' | 'denied') => ({
      facts: { sdk: null, consent: { ad_user_data }, gpc: false, clicks: null },
    });
    const ann = { userId: 'u-ann', visitor: visitor('ann') };
    const sale = shop.sale({ origin: 'server', userId: 'u-ann', visitor: visitor('u-ann', 'user') });
    await shop.append(
      landing(shop, { gclid: '1' }, { ...ann, at: NOON - 3 * DAY, ...said('granted') }),
      landing(shop, { gclid: '2' }, { ...ann, at: NOON - 2 * DAY, ...said('denied') }),
      landing(shop, { gclid: '3' }, { ...ann, at: NOON - DAY }),
      sale,
    );
    expect((await read(shop, sale)).consent).toEqual({ ad_user_data: 'denied' });
  });

  it('without a visit has of each purpose what was said last, also where a later visit says nothing of it', async () => {
    const shop = openWorkshop();
    const ann = { userId: 'u-ann', visitor: visitor('ann') };
    const said = (given: Pick<EventRecord['facts'], 'consent'> & { gpc?: boolean }) => ({
      ...{ ...ann, facts: { sdk: null, clicks: null, gpc: false, ...given } },
    });
    const sale = shop.sale({ origin: 'server', userId: 'u-ann', visitor: visitor('u-ann', 'user') });
    await shop.append(
      landing(shop, { gclid: '1' }, { ...said({ consent: { ad_user_data: 'denied' } }), at: NOON - 3 * DAY }),
      landing(shop, { gclid: '2' }, { ...said({ consent: { ad_storage: 'granted' } }), at: NOON - 2 * DAY }),
      sale,
    );
    expect((await read(shop, sale)).consent).toEqual({ ad_storage: 'granted', ad_user_data: 'denied' });
    await shop.append(
      landing(shop, { gclid: '3' }, { ...said({ consent: { ad_user_data: 'granted' } }), at: NOON - DAY }),
      landing(shop, { gclid: '0' }, { ...said({ consent: null, gpc: true }), at: NOON - 4 * DAY }),
    );
    expect(await read(shop, sale)).toMatchObject({
      ...{ consent: { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'denied' } },
      gpc: false,
    });
  });

  it('without a visit has the same of two visits that began at one time, archived or not', async () => {
    const privacy = { sdk: null, clicks: null, gpc: true } as const;
    const visits = [
      { visitor: visitor('ann'), userId: 'u-ann', facts: { ...privacy, consent: null } },
      {
        visitor: visitor('bea'),
        userId: 'u-ann',
        facts: { ...privacy, consent: { ad_user_data: 'denied' } },
      },
    ] as const;
    for (const order of [visits, visits.toReversed()]) {
      const shop = openWorkshop();
      const sale = shop.sale({ origin: 'server', userId: 'u-ann', visitor: visitor('u-ann', 'user') });
      for (const [index, given] of order.entries()) {
        const id = { ms: NOON - HOUR * (1 + index), suffix: 'a' };
        await shop.append(anEvent({ project: shop.project, id, at: NOON - HOUR, ...given }));
      }
      await shop.append(sale);
      const { consent } = await read(shop, sale);
      shop.archiveAll();
      expect((await read(shop, sale)).consent).toEqual(consent);
    }
  });

  it('without a visit has what was said in a visit that no ad led to, and on a device of its user alone', async () => {
    const shop = openWorkshop();
    const said = (ad_user_data: 'granted' | 'denied', gpc = false) => ({
      facts: { sdk: null, consent: { ad_user_data }, gpc, clicks: null },
    });
    const visit = (given: Partial<EventRecord>) => anEvent({ project: shop.project, ...given });
    const sale = shop.sale({ origin: 'server', userId: 'u-ann', visitor: visitor('u-ann', 'user') });
    await shop.append(
      visit({ visitor: visitor('ann'), userId: 'u-ann', sessionId: 'a', at: NOON - 3 * DAY }),
      visit({ visitor: visitor('ann'), sessionId: 'b', at: NOON - 2 * DAY, ...said('denied', true) }),
      visit({ visitor: visitor('kiosk'), userId: 'u-ann', sessionId: 'c', at: NOON - 3 * DAY }),
      visit({ visitor: visitor('kiosk'), userId: 'u-bob', sessionId: 'd', at: NOON - 2 * DAY }),
      visit({ visitor: visitor('kiosk'), sessionId: 'e', at: NOON - DAY, ...said('granted') }),
      sale,
    );
    expect(await read(shop, sale)).toMatchObject({ consent: { ad_user_data: 'denied' }, gpc: true });
  });

  it('has what was said in archived visits that an earlier version left out of its index', async () => {
    const shop = openWorkshop();
    const denied = {
      facts: { sdk: null, consent: { ad_user_data: 'denied' }, gpc: false, clicks: null },
    } as const;
    const ann = { project: shop.project, userId: 'u-ann', visitor: visitor('ann') };
    const sale = shop.sale({ origin: 'server', userId: 'u-ann', visitor: visitor('u-ann', 'user') });
    const of = { project: shop.project, event: sale.id };
    await shop.append(
      anEvent({ ...ann, sessionId: 'a', at: NOON - 2 * DAY, ...denied }),
      anEvent({ ...ann, sessionId: 'b', at: NOON - DAY }),
      sale,
    );
    shop.archiveAll();
    shop.takeBack('answers in archived visits', BEFORE_ANSWERED_VISITS);
    const queue = openAdDeliveryStore({ folder: shop.folder, migrate: true });
    onTestFinished(() => queue.close());
    const consentOf = async () => (await queue.readConversion(of, NOON + HOUR))?.consent;
    const unindexed = () => shop.rows('SELECT block FROM unindexed_blocks').length;

    expect(unindexed()).toBeGreaterThan(0);
    expect(await consentOf()).toEqual({ ad_user_data: 'denied' });
    shop.archiveAll();
    expect(unindexed()).toBe(0);
    expect(await consentOf()).toEqual({ ad_user_data: 'denied' });
  });

  it('without a visit is what it says', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ origin: 'server', clickIds: { gclid: 'g' } });
    await shop.append(sale);
    expect(await read(shop, sale)).toMatchObject({
      ...{ visitorId: null, pageUrl: null, userAgent: null, consent: null, userData: [] },
      clicks: [{ name: 'gclid', value: 'g', at: NOON }],
    });
  });
});

describe('the standing of a conversion', () => {
  it('is that of the moment, by the weightiest reason', async () => {
    const shop = openWorkshop();
    const sale = (given: Partial<EventRecord>) =>
      shop.sale({ sessionId: 's', visitor: visitor('ann'), ...given });
    const events = {
      counted: sale({}),
      foreign_host: sale({ exclusion: 'foreign_host', bot: aBot() }),
      local_page: sale({ exclusion: 'local_page' }),
      bot: sale({ origin: 'server', bot: aBot({ isFiltered: false }) }),
      removed: sale({}),
    };
    await shop.append(...Object.values(events));
    await shop.events.ledger.removeConversion(shop.project, events.removed.id, { now: NOON });
    for (const [standing, event] of Object.entries(events))
      expect(await read(shop, event)).toMatchObject({ standing });
    await shop.append(
      anEvent({ project: shop.project, sessionId: 's', visitor: visitor('ann'), bot: aBot() }),
    );
    expect(await read(shop, events.counted)).toMatchObject({ standing: 'bot' });
  });

  it('is none of what is no conversion, or is not there', async () => {
    const shop = openWorkshop();
    const view = anEvent({ project: shop.project });
    await shop.append(view);
    const nowhere = { project: 'proj_unheard_of', event: view.id };
    expect(await shop.queue.readConversion(nowhere, NOON)).toBeNull();
    expect(await shop.queue.readConversion({ project: shop.project, event: view.id }, NOON)).toBeNull();
  });
});

/** As from a page with click ids, where an ad led to it. */
function withClicks(event: EventRecord): EventRecord {
  const { touch, id, at } = event;
  const clickIds = touch?.isTouch ? { [NAMES[id.ms % 2] as string]: `click ${id.ms % 3}` } : null;
  const clicks = id.suffix === 'a' ? { gclid: { value: 'kept', at: at - (id.ms % 3) * HOUR } } : null;
  return { ...event, touch: touch ?? aTouch(), clickIds, facts: { ...event.facts, clicks } };
}
const NAMES = ['gclid', 'fbclid'] as const;

/** Somebody who buys after a click, so that each history tells of one at least, whatever it is besides. */
const eve = { sessionId: 'of eve', visitor: visitor('eve') };
const clicked = anEvent({ ...eve, clickIds: { gclid: 'of eve' }, touch: aTouch({ source: 'google' }) });
const bought = anEvent({ ...eve, at: NOON + MINUTE, type: 'purchase', conversion: conversion(500) });
const clickedTraffic = mixedTraffic.map((traffic) => [...traffic.map(withClicks), clicked, bought]);

it('tells of any traffic the standing, the user and the clicks that a plain look at all of it finds', async () => {
  const shared = openWorkshop();
  let clicks = 0;
  await fc.assert(
    fc.asyncProperty(clickedTraffic, async (traffic) => {
      const shop = shared.another();
      const events = traffic.map((event) => ({ ...event, project: shop.project }));
      await shop.append(...events);
      const history = historyOf(shop.project, events);
      const isOfBots = ({ id }: EventRecord) => (deedOf(id)?.session?.botness ?? 0) > 0;
      const deedOf = (id: EventRecord['id']) => history.deeds.find(({ event }) => event.id === id);
      const { visitOf } = salesAmong(events, [], isOfBots);
      for (const isArchived of [false, true]) {
        if (isArchived) shop.archiveAll();
        for (const deed of history.deeds.filter(({ event }) => event.conversion !== null)) {
          const { id } = deed.event;
          const found = await shop.queue.readConversion({ project: shop.project, event: id }, NOON);
          const told = forwardedClicks(deed, { history, report: visitOf.get(deed.event) });
          clicks += told.length;
          expect(plain(found?.clicks ?? []).toSorted(byName)).toEqual(told.toSorted(byName));
          expect(found?.standing).toBe(standingOf(deed));
          const person = personOf(deed, history.users);
          const user = person?.startsWith('["person"') ? (JSON.parse(person) as string[])[1] : null;
          expect(found?.userId).toBe(user);
        }
      }
    }),
    { numRuns: tries(60) },
  );
  expect(clicks).toBeGreaterThan(tries(100));
}, 60_000);

/** In some of them something is said of consent, and in some only that somebody was asked. */
function withAnswers(event: EventRecord): EventRecord {
  const { id, at } = event;
  const answers = [null, {}, { ad_user_data: 'denied' }, { ad_storage: 'granted' }] as const;
  const consent = answers[(id.ms + id.suffix.length) % answers.length] ?? null;
  return { ...event, facts: { ...event.facts, consent, gpc: at % 11 === 0 } };
}

/** Of each history one conversion says at least what its visitor answered. */
const answeredTraffic = mixedTraffic.map((traffic) => [
  ...traffic.map(withAnswers),
  { ...bought, facts: { ...bought.facts, consent: { ad_storage: 'granted' as const } } },
]);

it('tells the same of consent however much of any traffic is archived, or was by an earlier version', async () => {
  const shared = openWorkshop();
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(answeredTraffic, fc.nat(25), async (traffic, archivedBefore) => {
      const [live, archived] = [shared.another(), shared.another()];
      const eventsOf = ({ project }: Shop) => traffic.map((event) => ({ ...event, project }));
      const sales = traffic.filter(({ conversion }) => conversion !== null);
      const told = async ({ project, queue }: Shop, event: EventRecord) => {
        const found = await queue.readConversion({ project, event: event.id }, NOON);
        return { consent: found?.consent, gpc: found?.gpc };
      };
      for (const event of eventsOf(live)) await live.append(event);
      for (const [index, event] of eventsOf(archived).entries()) {
        if (index === archivedBefore) archived.archiveAll();
        await archived.append(event);
      }
      const expected = await Promise.all(sales.map((sale) => told(live, sale)));
      answered += expected.filter(({ consent, gpc }) => consent !== null || gpc).length;
      const expectSame = async () =>
        expect(await Promise.all(sales.map((sale) => told(archived, sale)))).toEqual(expected);
      await expectSame();
      archived.archiveAll();
      await expectSame();
      archived.write('INSERT OR IGNORE INTO unindexed_blocks SELECT kind, project, id FROM blocks');
      for (const name of ['archived_visits', 'archived_visits_of_users'])
        archived.write(`DELETE FROM ${name} WHERE is_touch = 0`);
      archived.write('DELETE FROM archived_answers');
      await expectSame();
    }),
    { numRuns: tries(40) },
  );
  expect(answered).toBeGreaterThan(tries(10));
}, 60_000);

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name);

function standingOf({ event, botness, converts }: Deed) {
  if (event.exclusion === 'no_javascript' || (event.exclusion === null && botness > 0)) return 'bot';
  if (event.exclusion !== null) return event.exclusion === 'local_page' ? 'local_page' : 'foreign_host';
  return converts ? 'counted' : 'repeated';
}
