import { type EventRecord, openAdDeliveryStore, openErasures } from '@cvq/storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  aBot,
  aClient,
  anEvent,
  conversion,
  DAY,
  HOUR,
  MINUTE,
  NOON,
  visitor,
} from '../../../test/builders/event-records.ts';
import { openWorkshop } from './ad-workshop.ts';
import { BEFORE_SAID_USER_DATA } from './before-said-user-data.ts';

type Shop = ReturnType<typeof openWorkshop>;
type Given = Partial<EventRecord>;

const ann = { visitor: visitor('ann'), sessionId: 's' };
const signedIn = { ...ann, userId: 'u-ann' };

/** What says who somebody is, as the SDK sends it; a minute before noon unless told otherwise. */
const update = (shop: Shop, text: string, given: Given = {}) =>
  anEvent({
    ...{ project: shop.project, type: 'identify', exclusion: 'user_update', at: NOON - MINUTE },
    ...{ sealedUserData: Buffer.from(text), ...given },
  });
const enhance = (shop: Shop, text: string, given: Given = {}) =>
  update(shop, text, { type: 'enhance', ...given });

/** The user data that goes with a conversion, in rows as in blocks, and whether a list says that there is any. */
async function saidOf(shop: Shop, { id }: EventRecord, now = NOON + HOUR) {
  const key = { project: shop.project, event: id };
  const read = async () => (await shop.queue.readConversion(key, now))?.userData ?? [];
  const found = await read();
  const listed = await shop.events.reports.conversion(shop.project, id);
  expect(listed?.hasUserData).toBe(found.length > 0);
  shop.archiveAll();
  expect(await read()).toEqual(found);
  return found.map(({ sealed, visit }) => ({ text: Buffer.from(sealed).toString(), visit }));
}
const textsOf = async (shop: Shop, sale: EventRecord, now?: number) =>
  (await saidOf(shop, sale, now)).map(({ text }) => text);

describe('the user data of a session', () => {
  it('goes with its conversions, said before or after them, the newest first and their own before all', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ ...ann, sealedUserData: Buffer.from('own') });
    await shop.append(
      enhance(shop, 'before', ann),
      sale,
      enhance(shop, 'after', { ...ann, at: NOON + MINUTE }),
      shop.sale({ ...ann, at: NOON - HOUR, sealedUserData: Buffer.from('with another sale') }),
    );
    expect(await saidOf(shop, sale)).toEqual(
      ['own', 'after', 'before', 'with another sale'].map((text) => ({ text, visit: null })),
    );
  });

  it('is put in order by the corrected times of its events', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(ann);
    await shop.append(
      enhance(shop, 'earlier', { ...ann, at: NOON - HOUR, id: { ms: NOON + DAY, suffix: 'ahead' } }),
      enhance(shop, 'later', ann),
      sale,
    );
    expect(await textsOf(shop, sale)).toEqual(['later', 'earlier']);
  });

  it('goes with a backend’s sale that names the session, or borrows it of a report of its order', async () => {
    const shop = openWorkshop();
    const order = { conversion: conversion(4990, 'EUR', 'A-1') };
    const named = shop.sale({ origin: 'server', sessionId: 's' });
    const borrowing = shop.sale({ ...order, origin: 'server' });
    await shop.append(
      enhance(shop, 'said', ann),
      shop.sale({ ...order, ...ann, at: NOON - HOUR, sealedUserData: Buffer.from('with the report') }),
      named,
      borrowing,
    );
    expect(await textsOf(shop, borrowing)).toEqual(['with the report', 'said']);
    expect(await textsOf(shop, named)).toEqual(['said', 'with the report']);
  });

  it('goes with nothing of another session, of another project, or of no session', async () => {
    const shop = openWorkshop();
    const other = shop.another();
    const sales = [
      shop.sale({ visitor: visitor('ann'), sessionId: 'next' }),
      shop.sale({ visitor: visitor('ann') }),
    ];
    const elsewhere = other.sale(ann);
    await shop.append(enhance(shop, 'said', ann), ...sales);
    await other.append(elsewhere);
    for (const sale of sales) expect(await textsOf(shop, sale)).toEqual([]);
    expect(await textsOf(other, elsewhere)).toEqual([]);
  });

  it('goes with nothing where a bot, a foreign host or a local page said it', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(ann);
    await shop.append(
      enhance(shop, 'of a bot', { ...ann, bot: aBot() }),
      enhance(shop, 'of a foreign host', { ...ann, exclusion: 'foreign_host' }),
      enhance(shop, 'of a local page', { ...ann, exclusion: 'local_page' }),
      sale,
    );
    expect(await textsOf(shop, sale)).toEqual([]);
  });

  it('goes with no sale of a backend where the session is a bot’s', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ origin: 'server', sessionId: 's' });
    await shop.append(enhance(shop, 'said', ann), sale);
    expect(await textsOf(shop, sale)).toEqual(['said']);
    await shop.append(anEvent({ project: shop.project, ...ann, at: NOON + MINUTE, bot: aBot() }));
    expect(await textsOf(shop, sale)).toEqual([]);
  });

  it('is that of the first copy of an event, also where only a repeat brings it', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(ann);
    const said = enhance(shop, 'said', ann);
    await shop.append({ ...said, sealedUserData: null }, sale);
    await shop.append({ ...said, sessionId: 'of somebody else' });
    expect(await textsOf(shop, sale)).toEqual(['said']);
  });

  it('is looked at to ten updates, the newest', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(ann);
    const said = Array.from({ length: 12 }, (_, place) =>
      enhance(shop, `${place}`, { ...ann, at: NOON - (12 - place) * MINUTE }),
    );
    await shop.append(...said, sale);
    expect(await textsOf(shop, sale)).toEqual(['11', '10', '9', '8', '7', '6', '5', '4', '3', '2']);
  });
});

describe('the user data of a user', () => {
  const elsewhere = { visitor: visitor('phone'), sessionId: 'on the phone', userId: 'u-ann' };

  it('goes with the conversions that name the user, in whatever session, with what was said there of privacy', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(signedIn);
    const consent = { ad_user_data: 'granted' } as const;
    await shop.append(
      update(shop, 'said', {
        ...{ ...elsewhere, at: NOON - DAY, client: aClient({ country: 'DE' }) },
        facts: { sdk: null, consent, gpc: false, clicks: null },
      }),
      sale,
    );
    expect(await saidOf(shop, sale)).toEqual([
      { text: 'said', visit: { consent, gpc: false, country: 'DE' } },
    ]);
    const denial = { sdk: null, consent: { ad_user_data: 'denied' }, gpc: false, clicks: null } as const;
    const page = { project: shop.project, ...elsewhere };
    await shop.append(
      anEvent({ ...page, at: NOON - DAY }),
      anEvent({ ...page, at: NOON - DAY + MINUTE, facts: denial }),
    );
    expect(await saidOf(shop, sale)).toMatchObject([{ visit: { consent: { ad_user_data: 'denied' } } }]);
  });

  it('comes after that of the session, of which nothing is told twice', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ ...signedIn, sealedUserData: Buffer.from('own') });
    await shop.append(
      update(shop, 'of the user', { ...elsewhere, at: NOON - DAY }),
      update(shop, 'of the session', signedIn),
      sale,
    );
    expect(await textsOf(shop, sale)).toEqual(['own', 'of the session', 'of the user']);
  });

  it('is never that of enhance, which is said for its session alone', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(signedIn);
    await shop.append(enhance(shop, 'once', { ...elsewhere, at: NOON - DAY }), sale);
    expect(await textsOf(shop, sale)).toEqual([]);
  });

  it('goes with a backend’s sale that names the user, or whose session or order does', async () => {
    const shop = openWorkshop();
    const order = { conversion: conversion(4990, 'EUR', 'A-1') };
    const sales = [
      shop.sale({ origin: 'server', userId: 'u-ann', visitor: visitor('u-ann', 'user') }),
      shop.sale({ origin: 'server', sessionId: 's' }),
      shop.sale({ ...order, origin: 'server' }),
    ];
    await shop.append(
      update(shop, 'said', { ...elsewhere, at: NOON - DAY }),
      shop.sale({ ...order, ...signedIn, at: NOON - HOUR }),
      ...sales,
    );
    for (const sale of sales) expect(await textsOf(shop, sale)).toEqual(['said']);
  });

  it('is never told of who shares the device: neither of another user, nor of who names nobody', async () => {
    const shop = openWorkshop();
    const bob = shop.sale({ visitor: visitor('ann'), sessionId: 'of bob', userId: 'u-bob' });
    const guest = shop.sale({ visitor: visitor('ann'), sessionId: 'of a guest' });
    await shop.append(update(shop, 'of ann', signedIn), guest);
    expect(await textsOf(shop, guest)).toEqual([]);
    await shop.append(bob);
    for (const sale of [bob, guest]) expect(await textsOf(shop, sale)).toEqual([]);
  });

  it('goes with nothing where a bot said it, as is known by now', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(signedIn);
    await shop.append(update(shop, 'said', { ...elsewhere, at: NOON - DAY }), sale);
    expect(await textsOf(shop, sale)).toEqual(['said']);
    await shop.append(anEvent({ project: shop.project, ...elsewhere, at: NOON - DAY, bot: aBot() }));
    expect(await textsOf(shop, sale)).toEqual([]);
  });

  it('ends ninety days after it was said', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(signedIn);
    await shop.append(update(shop, 'of the user', { ...elsewhere, at: NOON - 80 * DAY }), sale);
    expect(await textsOf(shop, sale, NOON + 10 * DAY - 1)).toEqual(['of the user']);
    const key = { project: shop.project, event: sale.id };
    expect((await shop.queue.readConversion(key, NOON + 10 * DAY))?.userData).toEqual([]);
  });

  it('is looked at to five updates of other sessions, the newest', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(signedIn);
    const said = Array.from({ length: 7 }, (_, place) =>
      update(shop, `${place}`, { ...elsewhere, sessionId: `${place}`, at: NOON - (8 - place) * DAY }),
    );
    await shop.append(...said, sale);
    expect(await textsOf(shop, sale)).toEqual(['6', '5', '4', '3', '2']);
  });
});

describe('in a session in which two users were identified', () => {
  it('each conversion has what was said of the user whom it names', async () => {
    const shop = openWorkshop();
    const [ofAnn, ofBob] = [shop.sale(signedIn), shop.sale({ ...ann, userId: 'u-bob' })];
    await shop.append(
      update(shop, 'ann', signedIn),
      update(shop, 'bob', { ...ann, userId: 'u-bob' }),
      enhance(shop, 'of whom?', ann),
      ofAnn,
      ofBob,
    );
    expect(await textsOf(shop, ofAnn)).toEqual(['ann']);
    expect(await textsOf(shop, ofBob)).toEqual(['bob']);
  });

  it('a conversion that names nobody has nothing', async () => {
    const shop = openWorkshop();
    const sale = shop.sale(ann);
    await shop.append(
      update(shop, 'ann', signedIn),
      update(shop, 'bob', { ...ann, userId: 'u-bob' }),
      enhance(shop, 'of whom?', ann),
      sale,
    );
    expect(await textsOf(shop, sale)).toEqual([]);
  });
});

describe('where one user was identified in a session', () => {
  it('what was said before is that user’s, and so is a conversion that names nobody', async () => {
    const shop = openWorkshop();
    const [before, after] = [shop.sale({ ...ann, at: NOON - HOUR }), shop.sale(signedIn)];
    await shop.append(
      enhance(shop, 'before', { ...ann, at: NOON - HOUR }),
      before,
      update(shop, 'identified', signedIn),
      after,
    );
    expect(await textsOf(shop, before)).toEqual(['identified', 'before']);
    expect(await textsOf(shop, after)).toEqual(['identified', 'before']);
  });

  it('a conversion that a backend tells of another user has nothing of it', async () => {
    const shop = openWorkshop();
    const sale = shop.sale({ origin: 'server', sessionId: 's', userId: 'u-bob' });
    await shop.append(update(shop, 'ann', signedIn), sale);
    expect(await textsOf(shop, sale)).toEqual([]);
  });
});

it('what an erased person said goes with nothing', async () => {
  const shop = openWorkshop();
  const sales = [shop.sale(signedIn), shop.sale({ origin: 'server', sessionId: 's' })];
  await shop.append(
    update(shop, 'of the user', { ...signedIn, sessionId: 'earlier', at: NOON - DAY }),
    enhance(shop, 'of the session', ann),
    ...sales,
  );
  for (const sale of sales) expect(await textsOf(shop, sale)).toEqual(['of the session', 'of the user']);
  const erasures = openErasures({ folder: shop.folder, migrate: true }, () => NOON + DAY);
  onTestFinished(() => erasures.close());
  await erasures.erase(shop.project, { userId: 'u-ann' });
  for (const sale of sales) expect(await textsOf(shop, sale)).toEqual([]);
});

it('what an earlier version kept is found where its events lie in rows', async () => {
  const shop = openWorkshop();
  const sale = shop.sale(signedIn);
  await shop.append(
    update(shop, 'of the user', { ...signedIn, sessionId: 'earlier', at: NOON - DAY }),
    enhance(shop, 'once', { ...signedIn, sessionId: 'earlier', at: NOON - DAY }),
    enhance(shop, 'of a bot', { ...signedIn, bot: aBot() }),
    enhance(shop, 'of the session', signedIn),
    sale,
  );
  shop.takeBack('user data by session and user', BEFORE_SAID_USER_DATA);
  await openAdDeliveryStore({ folder: shop.folder, migrate: true }).close();
  expect(await textsOf(shop, sale)).toEqual(['of the session', 'of the user']);
});
