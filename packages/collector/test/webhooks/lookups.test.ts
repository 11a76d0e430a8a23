import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { describe, expect, it } from 'vitest';
import { createAddressGuard } from '../../src/webhooks/address-guard.ts';
import type { Resolve } from '../../src/webhooks/fair-lookups.ts';
import { fairLookups, isSilentName } from '../../src/webhooks/fair-lookups.ts';
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

/** Lookups in two threads, and what was heard of them so far. */
function openLookups() {
  const { resolve, asked, letGo } = twoThreads();
  const clock = { now: 0 };
  const silent = new Set(['hangs1.example', 'hangs2.example', 'hangs3.example']);
  const look = fairLookups(resolve, { isSilent: async (name) => silent.has(name), now: () => clock.now });
  const heard: string[] = [];
  return {
    ...{ asked, letGo, clock, silent, heard },
    async ask(...names: readonly string[]) {
      for (const name of names) look(name, () => heard.push(name));
      await new Promise((done) => setImmediate(done));
    },
  };
}

describe('lookups', () => {
  it('keep room for names that are answered while others are not', async () => {
    const lookups = openLookups();
    await lookups.ask('hangs1.example', 'hangs2.example', 'hangs3.example', 'good.example');
    await lookups.ask('good.example', 'new.example');
    expect(lookups.heard).toEqual(['good.example', 'good.example', 'new.example']);
    lookups.letGo('hangs1.example');
    expect(lookups.heard).toContain('hangs1.example');
    expect(lookups.asked).toContain('hangs2.example');
    expect(lookups.asked).not.toContain('hangs3.example');
  });

  it('keep room as well once a name was slow that had a name server', async () => {
    const lookups = openLookups();
    lookups.silent.clear();
    await lookups.ask('hangs1.example');
    lookups.clock.now = 10_000;
    lookups.letGo('hangs1.example');
    await lookups.ask('hangs1.example', 'hangs1.example');
    lookups.silent.add('hangs1.example');
    await lookups.ask('hangs2.example', 'good.example');
    lookups.letGo('hangs2.example');
    expect(lookups.heard).toEqual(['hangs1.example', 'hangs2.example', 'good.example']);
  });

  it('are made once at a time for each name, for all who want it', async () => {
    const lookups = openLookups();
    await lookups.ask('hangs1.example', 'hangs1.example', 'hangs1.example');
    lookups.letGo('hangs1.example');
    expect(lookups.asked).toEqual(['hangs1.example']);
    expect(lookups.heard).toEqual(['hangs1.example', 'hangs1.example', 'hangs1.example']);
  });

  it('hold nobody up for good who gives an address that no name server tells of', async () => {
    const guard = createAddressGuard(PUBLIC, twoThreads().resolve);
    await expect(checkResolution(new URL('https://hangs.example/'), guard, 1)).resolves.toBeUndefined();
  });

  it('find a name server that says nothing', async () => {
    const server = createSocket('udp4');
    await new Promise<void>((done) => server.bind(0, '127.0.0.1', done));
    const resolver = new Resolver({ timeout: 1, tries: 1 });
    resolver.setServers([`127.0.0.1:${server.address().port}`]);
    expect(await isSilentName('shop.example', resolver)).toBe(true);
    server.on('message', (question, { port }) => {
      // The same question again, as the answer that there is no such name.
      const answer = Buffer.from(question);
      answer.writeUInt16BE(0x81_83, 2);
      server.send(answer, port, '127.0.0.1');
    });
    const patient = new Resolver({ timeout: 60_000, tries: 1 });
    patient.setServers(resolver.getServers());
    expect(await isSilentName('shop.example', patient)).toBe(false);
    server.close();
  });
});
