import { describe, expect, it } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { addMember, changeRole } from '../../src/accounts/members.ts';
import { setDisabled, setPassword } from '../../src/accounts/people.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, linkToken, openBrowser, PASSWORD, tokenOf } from './browser.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const { control, clock } = collector;
const operator = asOperator(control, () => clock.now);

let people = 0;
async function newPerson(isSuperadmin = false) {
  people += 1;
  const email = `p${people}@example.com`;
  return { ...(await addPerson(collector, email, isSuperadmin)), email };
}

/** A person, and a browser in which they have signed in. */
async function signedIn(isSuperadmin = false) {
  const user = await newPerson(isSuperadmin);
  const browser = openBrowser(collector, `10.1.${people}.1`);
  expect((await browser.post('/sign-in', { email: user.email, password: PASSWORD })).status).toBe(200);
  return { user, browser, sessionToken: () => browser.cookies.get('cvq') ?? '' };
}

const me = { email: 'first@example.com', password: PASSWORD };

describe('the set-up link', () => {
  it('makes the first person, who is then signed in and sees every project', async () => {
    const [one, other] = [openBrowser(collector), openBrowser(collector)];
    expect((await one.get('/sign-in')).body).toMatchObject({ data: { needs_set_up: true } });
    expect(codeOf(await one.post('/set-up', { ...me, token: 'guessed' }))).toBe('link_gone');
    const earlier = await linkToken(collector, 'set_up');
    const token = await linkToken(collector, 'set_up');
    expect(codeOf(await one.post('/set-up', { ...me, token: earlier }))).toBe('link_gone');
    clock.now += HOUR_MS;
    expect(codeOf(await one.post('/set-up', { ...me, token }))).toBe('link_gone');

    const good = await linkToken(collector, 'set_up');
    const [first, second] = await Promise.all([
      one.post('/set-up', { ...me, token: good }),
      other.post('/set-up', { ...me, email: 'second@example.com', token: good }),
    ]);
    expect([codeOf(first), codeOf(second)].toSorted()).toEqual([200, 'link_gone']);
    expect(codeOf(await other.post('/set-up', { ...me, token: good }))).toBe('link_gone');
    const [winner] = [one, other].filter(({ cookies }) => cookies.has('cvq'));
    expect((await winner?.get('/me'))?.body).toMatchObject({
      data: { is_superadmin: true, projects: [{ id: collector.project, role: 'owner' }] },
    });
    expect(await control.listUsers()).toHaveLength(1);
    expect(await linkToken(collector, 'set_up')).toBe('none');
    expect((await one.get('/sign-in')).body).toMatchObject({ data: { needs_set_up: false } });
  });
});

describe('a session', () => {
  it('begins with a token of its own, whatever the browser brought, and ends that', async () => {
    const { browser, user, sessionToken } = await signedIn();
    const before = sessionToken();
    browser.cookies.set('cvq', before);
    await browser.post('/sign-in', { email: user.email, password: PASSWORD });
    expect(sessionToken()).not.toBe(before);
    expect(codeOf(await openBrowser(collector).get('/me', { Cookie: `cvq=${before}` }))).toBe(
      'unauthenticated',
    );
    const planted = openBrowser(collector, '10.2.0.1');
    planted.cookies.set('cvq', 'x'.repeat(43));
    await planted.post('/sign-in', { email: user.email, password: PASSWORD });
    expect(planted.cookies.get('cvq')).not.toBe('x'.repeat(43));
  });

  it('is worth nothing to a thief after its person has signed out', async () => {
    const { browser, sessionToken } = await signedIn();
    const stolen = { Cookie: `cvq=${sessionToken()}` };
    const thief = openBrowser(collector);
    expect((await thief.get('/me', stolen)).status).toBe(200);
    expect((await browser.post('/sign-out')).status).toBe(200);
    expect(browser.cookies.has('cvq')).toBe(false);
    expect(codeOf(await thief.get('/me', stolen))).toBe('unauthenticated');
  });

  it('ends everywhere when its person asks, or sends it away by its id', async () => {
    const { browser, user } = await signedIn();
    const other = openBrowser(collector, '10.3.0.1');
    await other.post('/sign-in', { email: user.email, password: PASSWORD });
    const list = (await browser.get('/sessions')).body as { data: { id: string; is_current: boolean }[] };
    expect(list.data).toHaveLength(2);
    expect(list.data).toContainEqual(
      expect.objectContaining({ is_current: false, network: '10.3.0.0', browser: 'Chrome on Windows' }),
    );
    const otherId = list.data.find(({ is_current }) => !is_current)?.id;
    const stranger = await signedIn();
    expect(codeOf(await stranger.browser.delete(`/sessions/${otherId}`))).toBe('not_found');
    expect((await browser.delete(`/sessions/${otherId}`)).status).toBe(200);
    expect(codeOf(await other.get('/me'))).toBe('unauthenticated');
    await other.post('/sign-in', { email: user.email, password: PASSWORD });
    await browser.post('/sign-out-everywhere');
    expect(codeOf(await other.get('/me'))).toBe('unauthenticated');
  });

  it('ends after 12 idle hours, and after 30 days however much it is used', async () => {
    const { browser, user } = await signedIn();
    clock.now += 12 * HOUR_MS - 1;
    expect((await browser.get('/me')).status).toBe(200);
    clock.now += 12 * HOUR_MS;
    expect(codeOf(await browser.get('/me'))).toBe('unauthenticated');
    await browser.post('/sign-in', { email: user.email, password: PASSWORD });
    for (let hours = 0; hours < 30 * 24; hours += 10) {
      expect((await browser.get('/me')).status).toBe(200);
      clock.now += 10 * HOUR_MS;
    }
    expect(codeOf(await browser.get('/me'))).toBe('unauthenticated');
  });

  it('ends with the next request once its person is disabled, and does not come back', async () => {
    const { browser, user } = await signedIn();
    await setDisabled(operator, user.id, true);
    expect(codeOf(await browser.get('/me'))).toBe('unauthenticated');
    const failed = await browser.post('/sign-in', { email: user.email, password: PASSWORD });
    expect(codeOf(failed)).toBe('sign_in_failed');
    await setDisabled(operator, user.id, false);
    expect(codeOf(await browser.get('/me'))).toBe('unauthenticated');
  });

  it('gets another token when the role changes, and requests under way keep the one before for a moment', async () => {
    const { browser, user, sessionToken } = await signedIn();
    const member = { user: user.id, project: collector.project };
    await addMember(operator, member, 'viewer');
    await browser.get('/me');
    const before = sessionToken();
    await changeRole(operator, member, 'admin');
    const late = openBrowser(collector);
    const answers = await Promise.all([browser.get('/me'), late.get('/me', { Cookie: `cvq=${before}` })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // One of the two requests was given the new token.
    const renewed = [sessionToken(), late.cookies.get('cvq')].filter((token) => token && token !== before);
    expect(renewed).toHaveLength(1);
    clock.now += 10_000;
    expect(codeOf(await late.get('/me', { Cookie: `cvq=${before}` }))).toBe('unauthenticated');
    expect((await late.get('/me', { Cookie: `cvq=${renewed[0]}` })).status).toBe(200);
  });
});

describe('a password', () => {
  it('is changed by who knows it, ends all other sessions and gives this one a new token', async () => {
    const { browser, user, sessionToken } = await signedIn();
    const other = openBrowser(collector, '10.4.0.1');
    await other.post('/sign-in', { email: user.email, password: PASSWORD });
    const before = sessionToken();
    const change = (current_password: string, new_password: string) =>
      browser.post('/me/password', { current_password, new_password });
    expect((await change('wrong wrong wrong', 'another good one')).body).toMatchObject({
      error: { code: 'invalid_request', details: { fields: [{ field: 'current_password' }] } },
    });
    expect((await change(PASSWORD, 'short')).body).toMatchObject({
      error: { details: { fields: [{ field: 'new_password' }] } },
    });
    expect((await change(PASSWORD, 'another good one')).status).toBe(200);
    expect(sessionToken()).not.toBe(before);
    expect((await browser.get('/me')).status).toBe(200);
    expect(codeOf(await other.get('/me'))).toBe('unauthenticated');
    await setPassword(operator, user.id, 'a third good one');
    expect(codeOf(await browser.get('/me'))).toBe('unauthenticated');
  });

  it.each([
    ['nine chars', 'ninechars', /too short/],
    ['the e-mail address', 'FIRST-ONE@example.com', /e-mail address/],
    ['one of the commonest', 'Password123', /most common/],
    ['5,000 bytes', 'é'.repeat(2500), /at most 4096 bytes/],
  ])('of %s is refused', async (_what, password, says) => {
    const { id } = await addPersonOnce('first-one@example.com');
    const token = await linkToken(collector, 'reset', { userId: id });
    const answer = await openBrowser(collector).post('/resets/redeem', { token, password });
    expect(codeOf(answer)).toBe('invalid_request');
    expect(JSON.stringify(answer.body)).toMatch(says);
    expect(JSON.stringify(answer.body)).not.toContain(password.slice(0, 9));
  });

  it('is given again before what needs it, once in ten minutes', async () => {
    const { browser, user } = await signedIn(true);
    const reset = () => browser.post('/resets', { user: user.email });
    expect((await reset()).status).toBe(200);
    clock.now += 10 * MINUTE_MS;
    expect(codeOf(await reset())).toBe('step_up_required');
    expect(codeOf(await browser.post('/step-up', { password: 'wrong wrong wrong' }))).toBe('invalid_request');
    expect(codeOf(await reset())).toBe('step_up_required');
    expect((await browser.post('/step-up', { password: PASSWORD })).status).toBe(200);
    expect((await reset()).status).toBe(200);
  });
});

async function addPersonOnce(email: string) {
  return (await control.findUser(email)) ?? addPerson(collector, email);
}

describe('links', () => {
  it('a reset link sets a password once, within 60 minutes, and ends the sessions', async () => {
    const { browser, user } = await signedIn();
    const admin = await signedIn(true);
    const made = await admin.browser.post('/resets', { user: user.email });
    const { link } = (made.body as { data: { link: string } }).data;
    expect(link).toMatch(new RegExp(`^${collector.origin}/reset#`));
    const redeem = () =>
      openBrowser(collector).post('/resets/redeem', { token: tokenOf(link), password: 'a brand new one' });
    const both = await Promise.all([redeem(), redeem()]);
    expect(both.map(codeOf).toSorted()).toEqual([200, 'link_gone']);
    expect(codeOf(await browser.get('/me'))).toBe('unauthenticated');
    const late = await linkToken(collector, 'reset', { userId: user.id });
    clock.now += HOUR_MS;
    expect(codeOf(await browser.post('/resets/redeem', { token: late, password: 'a brand new one' }))).toBe(
      'link_gone',
    );
  });

  it('an invitation makes a member of somebody new, and of a person only once they have signed in', async () => {
    const { browser } = await signedIn(true);
    const invite = async (email: string) => {
      const body = { email, role: 'member', project: collector.project };
      const { link } = ((await browser.post('/invitations', body)).body as { data: { link: string } }).data;
      return tokenOf(link);
    };
    const guest = openBrowser(collector);
    const token = await invite('New@Example.com');
    expect((await guest.post('/invitations/read', { token })).body).toMatchObject({
      data: { email: 'new@example.com', role: 'member', to: 'shop.example', is_yours: false },
    });
    expect((await browser.get('/invitations')).body).toMatchObject({
      data: [{ email: 'new@example.com', project: collector.project, account: null }],
    });
    const accepted = await guest.post('/invitations/redeem', { token, name: 'New', password: PASSWORD });
    expect(accepted.body).toMatchObject({
      data: { email: 'new@example.com', name: 'New', projects: [{ id: collector.project, role: 'member' }] },
    });
    expect(codeOf(await guest.post('/invitations/redeem', { token, password: PASSWORD }))).toBe('link_gone');

    const person = await signedIn();
    const second = await invite(person.user.email);
    const nobody = openBrowser(collector);
    const third = await invite('nobody-yet@example.com');
    for (const token of [second, third]) {
      const read = await nobody.post('/invitations/read', { token });
      expect(read.body).toMatchObject({ data: { is_yours: false } });
      expect(read.body).not.toHaveProperty('data.is_person');
      for (const password of [undefined, 'short']) {
        const refused = await nobody.post('/invitations/redeem', { token, password });
        expect([password, codeOf(refused)]).toEqual([password, 'invalid_request']);
      }
    }
    expect((await browser.post('/invitations/read', { token: second })).body).toMatchObject({
      data: { is_yours: false },
    });
    expect((await person.browser.post('/invitations/read', { token: second })).body).toMatchObject({
      data: { is_yours: true },
    });
    const taken = await nobody.post('/invitations/redeem', { token: second, password: PASSWORD });
    expect(codeOf(taken)).toBe('conflict');
    expect((await person.browser.post('/invitations/redeem', { token: second })).body).toMatchObject({
      data: { projects: [{ role: 'member' }] },
    });
    for (const { id } of ((await browser.get('/invitations')).body as { data: { id: string }[] }).data)
      await browser.delete(`/invitations/${id}`);
    await invite('gone@example.com');
    const open = (await browser.get('/invitations')).body as { data: { id: string }[] };
    expect((await browser.delete(`/invitations/${open.data[0]?.id}`)).status).toBe(200);
    expect((await browser.get('/invitations')).body).toEqual({ data: [] });
  });
});
