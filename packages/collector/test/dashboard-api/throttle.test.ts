import { openControlStore } from '@cvq/storage';
import { afterAll, describe, expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { hashPassword, isPassword } from '../../src/accounts/passwords.ts';
import type { Browser } from '../../src/dashboard-api/session/browser.ts';
import { checkPassword } from '../../src/dashboard-api/session/check-password.ts';
import { createPasswords } from '../../src/dashboard-api/session/passwords.ts';
import type { Answer } from '../call.ts';
import { START, startBeside, startTestCollector, temporaryFolder } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD } from './browser.ts';

const collector = await startTestCollector({ settings: { CVQ_TRUST_PROXY: '127.0.0.1' } });
const { clock } = collector;

const WRONG = 'wrong wrong wrong';
const right = (email: string) => ({ email, password: PASSWORD });
const wrong = (email: string) => ({ email, password: WRONG });

const secondsToWait = ({ headers }: Answer) => Number(headers['retry-after']);

describe('failures to sign in', () => {
  it('are free five times, then cost 1, 2, 4 seconds and so on up to a minute, for person and nobody alike', async () => {
    await addPerson(collector, 'ann@example.com');
    for (const email of ['ann@example.com', 'nobody@example.com']) {
      const browser = openBrowser(collector, email === 'ann@example.com' ? '10.0.1.1' : '10.0.2.1');
      const waits: number[] = [];
      const texts = new Set<string>();
      let failures = 0;
      while (waits.length < 8) {
        const answer = await browser.post('/sign-in', wrong(email));
        if (codeOf(answer) === 'rate_limited') {
          waits.push(secondsToWait(answer));
          clock.now += secondsToWait(answer) * 1000;
        } else {
          failures += 1;
          texts.add(`${codeOf(answer)} ${JSON.stringify(answer.body)}`);
        }
      }
      expect(failures).toBe(12);
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
      expect(texts.size).toBe(1);
    }
  });

  it('of many at once are counted before anybody knows how they end', async () => {
    const browser = openBrowser(collector, '10.0.3.1');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser.post('/sign-in', wrong('crowd@example.com'))),
    );
    expect(answers.filter((answer) => codeOf(answer) === 'sign_in_failed')).toHaveLength(5);
  });

  it('are 20 in ten minutes for one network, whatever the names', async () => {
    const codes: unknown[] = [];
    for (let count = 0; count < 21; count += 1) {
      const browser = openBrowser(collector, `10.0.4.${count}`);
      codes.push(codeOf(await browser.post('/sign-in', wrong(`n${count}@example.com`))));
    }
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'sign_in_failed'));
    expect(codes[20]).toBe('rate_limited');
    clock.now += 10 * 60_000;
    const later = await openBrowser(collector, '10.0.4.1').post('/sign-in', wrong('n@example.com'));
    expect(codeOf(later)).toBe('sign_in_failed');
  });

  it('never keep a person out of a browser in which they have signed in before', async () => {
    await addPerson(collector, 'owner@example.com');
    const own = openBrowser(collector, '10.0.5.1');
    await own.post('/sign-in', right('owner@example.com'));
    await own.post('/sign-out');
    // A stranger behind the same address, and a hundred elsewhere.
    for (let count = 0; count < 25; count += 1)
      await openBrowser(collector, '10.0.5.1').post('/sign-in', wrong('owner@example.com'));
    for (let count = 0; count < 100; count += 1)
      await openBrowser(collector, `10.9.${count}.1`).post('/sign-in', wrong('owner@example.com'));
    const elsewhere = await openBrowser(collector, '10.8.1.1').post('/sign-in', right('owner@example.com'));
    expect(codeOf(elsewhere)).toBe('rate_limited');
    expect((await own.post('/sign-in', right('owner@example.com'))).status).toBe(200);
    // Their own failures cost them no more than a minute.
    for (let count = 0; count < (WHOLE ? 30 : 3); count += 1) {
      clock.now += 60_000;
      await own.post('/sign-in', wrong('owner@example.com'));
    }
    clock.now += 60_000;
    expect((await own.post('/sign-in', right('owner@example.com'))).status).toBe(200);
  });

  it('by a cookie that a stranger made up are those of a stranger', async () => {
    await addPerson(collector, 'bea@example.com');
    const stranger = openBrowser(collector, '10.0.6.1');
    stranger.cookies.set('cvq-known', `${'A'.repeat(16)}.${'0'.repeat(32)}`);
    for (let count = 0; count < 5; count += 1) await stranger.post('/sign-in', wrong('bea@example.com'));
    stranger.cookies.set('cvq-known', `${'B'.repeat(16)}.${'0'.repeat(32)}`);
    expect(codeOf(await stranger.post('/sign-in', wrong('bea@example.com')))).toBe('rate_limited');
  });

  it('are counted by several collectors together', async () => {
    const beside = await startBeside(collector);
    const browsers = [openBrowser(collector), openBrowser(beside)];
    const codes: unknown[] = [];
    for (let count = 0; count < 6; count += 1)
      codes.push(codeOf((await browsers[count % 2]?.post('/sign-in', wrong('both@example.com'))) as Answer));
    await beside.stop();
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'sign_in_failed'), 'rate_limited']);
  });
});

describe('hashes', () => {
  const control = openControlStore({ folder: temporaryFolder(), migrate: true });
  afterAll(() => control.close());
  const person = { isSuperadmin: false, name: 'x', createdAt: START, disabledAt: null };

  it('are one for every way to be wrong, so that no clock tells who is a person', async () => {
    let hashes = 0;
    const counted = (password: string, kept: string | null) => {
      hashes += 1;
      return isPassword(password, kept);
    };
    const passwordHash = await hashPassword(PASSWORD);
    await control.createUser({ ...person, id: 'usr_1', email: 'ann@x.example', passwordHash });
    await control.createUser({ ...person, id: 'usr_2', email: 'none@x.example', passwordHash: null });
    await control.createUser({
      ...{ ...person, id: 'usr_3', email: 'gone@x.example', passwordHash, disabledAt: START },
    });
    const deps = {
      ...{ control, now: () => START },
      passwords: createPasswords({ hashPassword, isPassword: counted }),
      knownBrowsers: { idFor: () => null, add: () => '' },
    };
    const browser = { network: '10.0.0.0', known: null } as Browser;
    const check = (email: string, password: string) => checkPassword({ email, password, browser }, deps);
    for (const [email, password] of [
      ['ann@x.example', WRONG],
      ['nobody@x.example', PASSWORD],
      ['none@x.example', PASSWORD],
      ['gone@x.example', PASSWORD],
      ['usr_1', PASSWORD],
    ] as const) {
      hashes = 0;
      expect(await check(email, password)).toBeNull();
      expect(hashes).toBe(1);
    }
    expect(await check('ann@x.example', PASSWORD)).toBe('usr_1');
  });

  it('of a password that is replaced meanwhile let nobody in', async () => {
    await control.createUser({ ...person, id: 'usr_4', email: 'bea@x.example', passwordHash: '$old' });
    const deps = {
      ...{ control, now: () => START, knownBrowsers: { idFor: () => null, add: () => '' } },
      passwords: {
        hash: hashPassword,
        async isSame() {
          await control.changeUser('usr_4', { passwordHash: '$new' });
          return true;
        },
      },
    };
    const browser = { network: '10.0.0.0', known: null } as Browser;
    const claim = { email: 'bea@x.example', password: PASSWORD, browser };
    expect(await checkPassword(claim, deps)).toBeNull();
    expect(await checkPassword(claim, deps)).toBe('usr_4');
  });

  it('for which there is no room count as no failure: who comes again as asked is let in', async () => {
    const passwordHash = await hashPassword(PASSWORD);
    await control.createUser({ ...person, id: 'usr_5', email: 'eve@x.example', passwordHash });
    const { promise: whileBusy, resolve: end } = Promise.withResolvers<boolean>();
    let isBusy = true;
    const passwords = createPasswords({
      hashPassword,
      isPassword: (password, kept) => (isBusy ? whileBusy : isPassword(password, kept)),
    });
    const deps = {
      control,
      now: () => START,
      passwords,
      knownBrowsers: { idFor: () => null, add: () => '' },
    };
    const others = Array.from({ length: 22 }, () => passwords.isSame('x', null));
    const browser = { network: '10.0.7.0', known: null } as Browser;
    const claim = { email: 'eve@x.example', password: PASSWORD, browser };
    for (let count = 0; count < 25; count += 1)
      await expect(checkPassword(claim, deps)).rejects.toThrow('Too many people are signing in');
    isBusy = false;
    end(false);
    await Promise.all(others);
    expect(await checkPassword(claim, deps)).toBe('usr_5');
  });

  it('are two at a time, 20 wait, and the next is asked to come again', async () => {
    let working = 0;
    let most = 0;
    const open: (() => void)[] = [];
    const slow = async () => {
      working += 1;
      most = Math.max(most, working);
      await new Promise<void>((resolve) => open.push(resolve));
      working -= 1;
      return true;
    };
    const passwords = createPasswords({ hashPassword, isPassword: slow });
    const asked = Array.from({ length: 23 }, () => passwords.isSame('x', null).catch((error) => error.code));
    expect(await asked[22]).toBe('rate_limited');
    for (let done = 0; done < 22; done += 1) {
      while (open.length === 0) await new Promise((resolve) => setImmediate(resolve));
      open.shift()?.();
    }
    expect(await Promise.all(asked)).toEqual([...Array.from({ length: 22 }, () => true), 'rate_limited']);
    expect(most).toBe(2);
  });
});
