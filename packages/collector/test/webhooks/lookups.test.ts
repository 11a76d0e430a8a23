import { describe, expect, it } from 'vitest';
import { createAddressGuard, type Resolve } from '../../src/webhooks/address-guard.ts';
import { checkResolution } from '../../src/webhooks/receiver-url.ts';

const PUBLIC = { allowPrivate: false, allowedRanges: [] };
const ADDRESSES = [{ address: '93.184.216.34', family: 4 }];

/** Looks up as the system does, in two threads; a name that hangs keeps one until it is let go. */
function twoThreads() {
  const waiting: (() => void)[] = [];
  const hanging = new Map<string, () => void>();
  const asked: string[] = [];
  let free = 2;
  const work = () => {
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      waiting.shift()?.();
    }
  };
  const resolve: Resolve = (name, done) => {
    const answer = () => {
      free += 1;
      done(null, ADDRESSES);
      work();
    };
    waiting.push(() => {
      asked.push(name);
      if (name.startsWith('hangs')) hanging.set(name, answer);
      else answer();
    });
    work();
  };
  return { resolve, asked, letGo: (name: string) => hanging.get(name)?.() };
}

describe('a guard that looks names up', () => {
  it('keeps room for names that are answered while others are not', () => {
    const { resolve } = twoThreads();
    const { lookup } = createAddressGuard(PUBLIC, resolve);
    const heard: string[] = [];
    const look = (name: string) => lookup(name, { all: true }, () => heard.push(name));
    look('good.example');
    for (const name of ['hangs1.example', 'hangs2.example', 'hangs3.example']) look(name);
    look('good.example');
    expect(heard).toEqual(['good.example', 'good.example']);
  });

  it('asks for a name once at a time, for all who want it', () => {
    const { resolve, asked, letGo } = twoThreads();
    const { lookup } = createAddressGuard(PUBLIC, resolve);
    const heard: unknown[] = [];
    for (let times = 0; times < 3; times += 1)
      lookup('hangs.example', { all: true }, (_, addresses) => heard.push(addresses));
    letGo('hangs.example');
    expect(asked).toEqual(['hangs.example']);
    expect(heard).toEqual([ADDRESSES, ADDRESSES, ADDRESSES]);
  });

  it('asks for all that wait, once what hung has ended', () => {
    const { resolve, letGo } = twoThreads();
    const { lookup } = createAddressGuard(PUBLIC, resolve);
    const heard: string[] = [];
    for (const name of ['hangs.example', 'new.example', 'newer.example'])
      lookup(name, { all: true }, () => heard.push(name));
    expect(heard).toEqual([]);
    letGo('hangs.example');
    expect(heard).toEqual(['hangs.example', 'new.example', 'newer.example']);
  });

  it('holds nobody up for good who gives an address that no name server tells of', async () => {
    const { resolve } = twoThreads();
    const guard = createAddressGuard(PUBLIC, resolve);
    await expect(checkResolution(new URL('https://hangs.example/'), guard, 1)).resolves.toBeUndefined();
  });
});
