// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, config } from './fresh-visit.ts';
import { closePage, openPage, setCookie } from './open-page.ts';

type Visit = [session: string, user: string | null, lastActive: number];

/** The visit as the device has it, as every other window of the site would read it. */
function visitOnDevice(): Visit {
  const [, cookie] = document.cookie.match(/cvq_s=([^;@]*)/) as RegExpMatchArray;
  return JSON.parse(decodeURIComponent(cookie as string));
}

/** Another window of the site writes down a visit. */
function writeInAnotherWindow(visit: Visit): void {
  setCookie(`cvq_s=${encodeURIComponent(JSON.stringify(visit))}@`);
  localStorage.setItem('cvq_s', JSON.stringify(visit));
}

/** A page whose visit the device knows, and whose last activity it does not know yet. */
async function openActivePage() {
  const { init, cookies, ...sdk } = await openPage();
  init({ ...config, features: [cookies] });
  sdk.identify('alice');
  await vi.advanceTimersByTimeAsync(1_000);
  sdk.track('browse');
  await vi.advanceTimersByTimeAsync(1_000);
  return sdk;
}

const lastBatch = () => collector.requests.at(-1)?.batch;

describe('beside another window of the site', () => {
  it('a reset there holds here at once, and is undone neither after a minute nor when this page is left', async () => {
    const { getSessionId, getUserId, track } = await openActivePage();
    const other: Visit = [`${Date.now()}_1`, null, Date.now()];
    writeInAnotherWindow(other);
    expect(getUserId()).toBeNull();
    expect(getSessionId()).toBe(other[0]);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(visitOnDevice()).toEqual(other);
    track('seen');
    await vi.advanceTimersByTimeAsync(300);
    expect(lastBatch()).toMatchObject({ session_id: other[0], user_id: null });
    closePage();
    expect(visitOnDevice().slice(0, 2)).toEqual([other[0], null]);
    expect(localStorage.getItem('cvq_s')).not.toContain('alice');
  });

  it('who was identified there is known here, and stays so when this page tells the device of its activity', async () => {
    const { getUserId, track } = await openActivePage();
    const [session, , at] = visitOnDevice();
    writeInAnotherWindow([session, 'bob', at]);
    expect(getUserId()).toBe('bob');
    track('seen');
    const seenAt = Date.now();
    await vi.advanceTimersByTimeAsync(300);
    expect(lastBatch()).toMatchObject({ session_id: session, user_id: 'bob' });
    closePage();
    expect(visitOnDevice()).toEqual([session, 'bob', seenAt]);
  });

  it('an activity there that is later than the last one here is not taken back', async () => {
    await openActivePage();
    const [session, user] = visitOnDevice();
    const later = Date.now();
    writeInAnotherWindow([session, user, later]);
    closePage();
    expect(visitOnDevice()).toEqual([session, user, later]);
  });

  it('a visit that was taken from the device there does not come back with the activity of this page', async () => {
    await openActivePage();
    setCookie('cvq_s=;max-age=0');
    localStorage.removeItem('cvq_s');
    closePage();
    expect(document.cookie).not.toContain('cvq_s=');
    expect(localStorage.getItem('cvq_s')).toBeNull();
  });

  it('the copy in localStorage that waits is one of what the cookie holds then', async () => {
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
    await openActivePage();
    const [session, , at] = visitOnDevice();
    setCookie(`cvq_s=${encodeURIComponent(JSON.stringify([session, null, at]))}@`);
    closePage();
    expect(localStorage.getItem('cvq_s')).toContain('null');
    expect(localStorage.getItem('cvq_s')).not.toContain('alice');
  });

  it('user data of who was here serves no conversion after a reset there, nor after another one was identified', async () => {
    const { setEnhancedUserData, trackLead } = await openActivePage();
    const leads = () => collector.named('lead').map((event) => event.user_data?.email ?? null);
    const [session, , at] = visitOnDevice();
    setEnhancedUserData({ email: 'alice@example.test' });
    trackLead({ leadId: '1' });
    await vi.advanceTimersByTimeAsync(300);
    writeInAnotherWindow([session, 'bob', at]);
    trackLead({ leadId: '2' });
    await vi.advanceTimersByTimeAsync(300);
    expect(leads()).toEqual(['alice@example.test', null]);
    setEnhancedUserData({ email: 'bob@example.test' });
    await vi.advanceTimersByTimeAsync(300);
    writeInAnotherWindow([`${Date.now()}_1`, null, Date.now()]);
    trackLead({ leadId: '3' });
    await vi.advanceTimersByTimeAsync(300);
    expect(leads()).toEqual(['alice@example.test', null, null]);
  });

  it('a user who was forgotten there is not remembered by a denial and a grant here', async () => {
    const { consent, getUserId } = await openActivePage();
    writeInAnotherWindow([`${Date.now()}_1`, null, Date.now()]);
    expect(getUserId()).toBeNull();
    consent({ analytics_storage: 'denied' });
    consent({ analytics_storage: 'granted' });
    await vi.advanceTimersByTimeAsync(300);
    expect(getUserId()).toBeNull();
    expect(visitOnDevice()[1]).toBeNull();
  });

  it('hears of a reset within a moment, without an event', async () => {
    const { reset } = await openActivePage();
    const [before] = visitOnDevice();
    reset();
    await vi.advanceTimersByTimeAsync(150);
    const [session, user] = visitOnDevice();
    expect(session).not.toBe(before);
    expect(user).toBeNull();
  });

  it('asks the browser for its cookies as often as before: once for an event, and once for what waited', async () => {
    const { track } = await openActivePage();
    const read = vi.spyOn(Document.prototype, 'cookie', 'get');
    track('seen');
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(300);
    read.mockClear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read.mock.calls.length).toBeLessThanOrEqual(2);
  });
});

describe('beside a frame of the page', () => {
  /** A frame of the same site has met the visitor, and the device does not know of it. */
  async function openBesideFrame() {
    const sdk = await openPage();
    const at = Date.now();
    const value = {
      cvq: JSON.stringify([`${at}_1`]),
      cvq_s: JSON.stringify([`${at}_2`, null, at]),
      cvq_ad: JSON.stringify({ click_ids: { gclid: { value: 'clicked', at: new Date(at).toISOString() } } }),
    };
    Object.defineProperty(window, 'cvq.records', { value, configurable: true });
    sdk.init({ ...config, features: [sdk.cookies, sdk.consentDefault, sdk.attribution] });
    return { ...sdk, frame: { visitor_id: `${at}_1`, session_id: `${at}_2` } };
  }

  it('has its visitor, session and click ids, and leaves it to the frame to tell the device', async () => {
    const { track, getClickIds, frame } = await openBesideFrame();
    track('seen');
    await vi.advanceTimersByTimeAsync(300);
    expect(lastBatch()).toMatchObject(frame);
    expect(getClickIds().gclid).toBe('clicked');
    expect(document.cookie).not.toContain('cvq=');
  });

  it('has nothing of it while its consent is denied', async () => {
    const { consent, track, frame } = await openBesideFrame();
    consent('denied');
    track('seen');
    await vi.advanceTimersByTimeAsync(300);
    expect(lastBatch()?.visitor_id).toBeUndefined();
    expect(collector.sent.map(({ body }) => body).join()).not.toContain(`"${frame.visitor_id}"`);
  });

  it('leaves nothing for a frame that comes after a denial', async () => {
    const { consent, init, cookies, consentDefault, attribution, track } = await openPage('/?gclid=clicked');
    init({ ...config, features: [cookies, consentDefault, attribution] });
    track('seen');
    await vi.advanceTimersByTimeAsync(300);
    const left = () => Object.keys(Reflect.get(window, 'cvq.records'));
    expect(left()).toEqual(expect.arrayContaining(['cvq', 'cvq_s', 'cvq_ad']));
    consent({ ad_storage: 'denied' });
    expect(left()).not.toContain('cvq_ad');
    consent('denied');
    expect(left()).toEqual([]);
  });

  it('forgets with an opt-out what the frame has stored', async () => {
    const { optOut, optIn, track, getClickIds, frame } = await openBesideFrame();
    optOut();
    optIn();
    track('again');
    await vi.advanceTimersByTimeAsync(300);
    expect(lastBatch()?.visitor_id).not.toBe(frame.visitor_id);
    expect(lastBatch()?.visitor_id).toBeTruthy();
    expect(getClickIds().gclid).toBeNull();
  });
});
