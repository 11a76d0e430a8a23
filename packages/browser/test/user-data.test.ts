// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector, config, soon } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

const userDataOf = (type: string) => collector.named(type).map((event) => event.user_data ?? null);

describe('user data', () => {
  it('that was set serves every later conversion and triggers no event', async () => {
    const { init, setEnhancedUserData, trackLead } = await openPage();
    init(config);
    setEnhancedUserData({ email: 'ada@example.test', firstName: 'Ada' });
    await soon();
    expect(collector.requests).toHaveLength(0);
    trackLead({ leadId: '1' });
    trackLead({ leadId: '2' }, { email: 'other@example.test' });
    await soon();
    expect(userDataOf('lead')).toEqual([
      { email: 'ada@example.test', first_name: 'Ada' },
      { email: 'other@example.test', first_name: 'Ada' },
    ]);
  });

  it('has the names of the wire, also where the page writes two words as one', async () => {
    const { init, identify, setEnhancedUserData, trackLead } = await openPage();
    init(config);
    identify('u_17', { firstname: 'Ada', LastName: 'L', plan: 'pro' });
    setEnhancedUserData({ postalcode: '10115' } as object);
    trackLead({ leadId: '1' }, { firstName: 'Eve' });
    await soon();
    expect(collector.named('identify')).toMatchObject([
      { properties: { plan: 'pro' }, user_data: { first_name: 'Ada', last_name: 'L' } },
    ]);
    expect(userDataOf('lead')).toEqual([{ first_name: 'Eve', last_name: 'L', postal_code: '10115' }]);
  });

  it('of enhance is sent once and not kept', async () => {
    const { init, enhance, trackLead } = await openPage();
    init(config);
    enhance({ phone: '+491701234567' });
    trackLead({ leadId: '1' });
    await soon();
    expect(userDataOf('enhance')).toEqual([{ phone: '+491701234567' }]);
    expect(userDataOf('lead')).toEqual([null]);
  });

  it('among the traits of identify is told apart from the others', async () => {
    const { init, identify, getUserId, trackSignup } = await openPage();
    identify('u_17', { email: 'ada@example.test', lastName: 'L', planName: 'pro' });
    init(config);
    trackSignup({ plan: 'pro' });
    await soon();
    expect(getUserId()).toBe('u_17');
    expect(collector.requests[0]?.batch.user_id).toBe('u_17');
    expect(collector.named('identify')).toMatchObject([
      { properties: { plan_name: 'pro' }, user_data: { email: 'ada@example.test', last_name: 'L' } },
    ]);
    expect(collector.named('identify')[0]?.properties).not.toHaveProperty('email');
    expect(userDataOf('signup')).toEqual([{ email: 'ada@example.test', last_name: 'L' }]);
  });

  it('and the user are forgotten on reset, which starts a new session of the same visitor', async () => {
    const { init, identify, reset, getSessionId, getUserId, trackLead } = await openPage();
    init(config);
    identify('u_17', { email: 'ada@example.test' });
    await soon();
    const session = getSessionId();
    reset();
    trackLead({ leadId: '1' });
    await soon();
    expect(getUserId()).toBeNull();
    expect(getSessionId()).not.toBe(session);
    expect(userDataOf('lead')).toEqual([null]);
    const [before, after] = collector.requests;
    expect(after?.batch.visitor_id).toBe(before?.batch.visitor_id);
    expect(after?.batch.session_id).toBe(getSessionId());
  });

  it('of a user goes when another one is identified, and stays when the same one is identified again', async () => {
    const { init, identify, setEnhancedUserData, trackLead } = await openPage();
    init(config);
    identify('alice', { email: 'alice@example.test' });
    setEnhancedUserData({ phone: '+491701234567' });
    identify('alice', { lastName: 'L' });
    trackLead({ leadId: '1' });
    identify('bob', { city: 'Rome' });
    trackLead({ leadId: '2' });
    await soon();
    expect(userDataOf('lead')).toEqual([
      { email: 'alice@example.test', phone: '+491701234567', last_name: 'L' },
      { city: 'Rome' },
    ]);
  });

  it('of a user goes when another one is identified before init, and on a page that knew the user from an earlier one', async () => {
    const first = await openPage();
    first.identify('alice', { email: 'alice@example.test' });
    first.identify('bob');
    first.trackLead({ leadId: '1' });
    first.init(config);
    await soon();
    const second = await openPage();
    second.init(config);
    second.setEnhancedUserData({ email: 'bob@example.test' });
    second.identify('carol');
    second.trackLead({ leadId: '2' });
    await soon();
    expect(userDataOf('lead')).toEqual([null, null]);
  });

  it('that a guest gave, or that was set after a reset, is that of the user who is identified next', async () => {
    const { init, identify, reset, setEnhancedUserData, trackLead } = await openPage();
    init(config);
    setEnhancedUserData({ email: 'alice@example.test' });
    identify('alice');
    trackLead({ leadId: '1' });
    reset();
    setEnhancedUserData({ email: 'bob@example.test' });
    identify('bob');
    trackLead({ leadId: '2' });
    await soon();
    expect(userDataOf('lead')).toEqual([{ email: 'alice@example.test' }, { email: 'bob@example.test' }]);
  });

  it('of a user whose id is an e-mail address serves while nobody may be kept', async () => {
    const { init, consent, identify, trackLead } = await openPage();
    init(config);
    identify('alice@example.test', { email: 'alice@example.test' });
    trackLead({ leadId: '1' });
    consent({ analytics_storage: 'denied' });
    trackLead({ leadId: '2' });
    await soon();
    expect(userDataOf('lead')).toEqual([{ email: 'alice@example.test' }, { email: 'alice@example.test' }]);
  });

  it('is not sent from a page on plain http, which the console says once, and only where there is some', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { init, consent, enhance, identify, trackLead } = await openPage();
    Object.assign(window, { isSecureContext: false });
    init(config);
    trackLead({ leadId: '1' });
    consent({ ad_user_data: 'denied' });
    trackLead({ leadId: '2' }, { email: 'ada@example.test' });
    expect(warned).not.toHaveBeenCalled();
    consent({ ad_user_data: 'granted' });
    identify('u_17', { email: 'ada@example.test' });
    enhance({ phone: '+491701234567' });
    trackLead({ leadId: '3' });
    await soon();
    const sent = collector.requests.flatMap(({ events }) => events);
    expect(sent).toHaveLength(5);
    for (const event of sent) expect(event).not.toHaveProperty('user_data');
    expect(warned.mock.calls.map(([text]) => text)).toEqual(['[cvq] insecure-page']);
  });

  it.each([
    ['e-mail address as user id', 'ada@example.test'],
    ['user id', 'u_1'],
    ['guest', undefined],
  ])('and who is here are forgotten by an opt-out, with and without a reset: %s', async (_, user) => {
    const { init, identify, optIn, optOut, reset, setEnhancedUserData, trackLead } = await openPage();
    init(config);
    for (const signOut of [() => {}, reset]) {
      if (user) identify(user);
      setEnhancedUserData({ phone: '+491701234567' });
      optOut();
      setEnhancedUserData({ city: 'Rome' });
      signOut();
      optIn();
      trackLead({ leadId: '1' });
      await soon();
    }
    expect(userDataOf('lead')).toEqual([null, null]);
    for (const { batch } of collector.requests) expect(batch.user_id).toBeNull();
  });

  it('and who is here are forgotten by an opt-out in another window, and what is said after its end serves', async () => {
    const { init, identify, setEnhancedUserData, track, trackLead } = await openPage();
    init(config);
    identify('ada@example.test', { phone: '+491701234567' });
    await soon();
    localStorage.setItem('no_cvq', 'true');
    track('opted out');
    localStorage.removeItem('no_cvq');
    setEnhancedUserData({ city: 'Rome' });
    trackLead({ leadId: '1' });
    await soon();
    expect(userDataOf('lead')).toEqual([{ city: 'Rome' }]);
    expect(collector.requests.at(-1)?.batch.user_id).toBeNull();
  });
});
