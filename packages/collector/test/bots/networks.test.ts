import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openNetworks } from '../../src/bots/networks/known-networks.ts';
import { shippedNetworks } from '../../src/bots/networks/network-file.ts';
import { parsePrefix } from '../../src/bots/networks/parse-prefix.ts';
import { createPrefixSet } from '../../src/bots/networks/prefix-set.ts';
import { refreshNetworks } from '../../src/bots/networks/refresh-networks.ts';
import { staleSince } from '../../src/bots/networks/stale-since.ts';

const setOf = (...texts: string[]) =>
  createPrefixSet(
    texts.map((text) => {
      const prefix = parsePrefix(text);
      if ('problem' in prefix) throw new Error(prefix.problem);
      return prefix;
    }),
  );

describe('a set of networks', () => {
  // Few octets, so that networks and addresses meet.
  const octet = fc.constantFrom(0, 1, 10, 127, 128, 255);
  const four = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
  const group = fc.constantFrom('0', '1', '2001', 'db8', 'ffff', '8000');
  // IPv4-mapped ones have a test of their own: the list of Node takes them for two things at once.
  const six = fc
    .array(group, { minLength: 8, maxLength: 8 })
    .map((groups) => groups.join(':'))
    .filter((address) => !address.startsWith('0:0:0:0:0:'));

  it('holds what a list of networks holds, for IPv4 and IPv6', () => {
    const network = fc.oneof(
      fc.tuple(four, fc.integer({ min: 0, max: 32 })),
      fc.tuple(six, fc.integer({ min: 1, max: 128 })),
    );
    fc.assert(
      fc.property(
        fc.array(network, { maxLength: 12 }),
        fc.array(fc.oneof(four, six), { minLength: 1 }),
        (networks, addresses) => {
          const set = setOf(...networks.map(([address, length]) => `${address}/${length}`));
          const familyOf = (address: string) => (address.includes(':') ? 'ipv6' : 'ipv4');
          // One list for each family: the list of Node sees an IPv4 address in networks of IPv6 as well.
          const oracles = { ipv4: new BlockList(), ipv6: new BlockList() };
          for (const [address, length] of networks) {
            oracles[familyOf(address)].addSubnet(address, length, familyOf(address));
          }
          for (const address of addresses) {
            const family = familyOf(address);
            expect(set.has(address), address).toBe(oracles[family].check(address, family));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('takes an IPv4-mapped address for the IPv4 address that it is', () => {
    expect(setOf('192.0.2.0/24').has('::ffff:192.0.2.9')).toBe(true);
    expect(setOf('::ffff:192.0.2.0/120').has('192.0.2.9')).toBe(true);
  });

  it('holds nothing that is no address', () => {
    for (const text of ['', '192.0.2', '192.0.2.256', '192.0.2.01', 'host', '192.0.2.1/24', '1.2.3.4.5']) {
      expect(setOf('0.0.0.0/0', '::/0').has(text), text).toBe(false);
    }
  });
});

describe('a network', () => {
  it.each([
    '192.0.2.1/33',
    '192.0.2.256/24',
    '192.0.02.1',
    '2001:db8::/129',
    '192.0.2.0/',
    '192.0.2.0/a',
    'shop',
    '',
    '::ffff:192.0.2.0/24',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
  ])('is refused as %s, with the text in the message', (text) => {
    expect(parsePrefix(text)).toEqual({ problem: expect.stringContaining(text) });
  });

  it('has no bits beyond its prefix', () => {
    expect(parsePrefix('10.0.0.5/8')).toEqual(parsePrefix('10.0.0.0/8'));
    expect(parsePrefix('2001:db8::1/32')).toEqual(parsePrefix('2001:db8::/32'));
  });
});

describe('the networks that are shipped', () => {
  const file = shippedNetworks();
  const networks = openNetworks(file);
  const fresh = Date.parse(file.date);
  const late = fresh + 31 * 86_400_000;

  it('are dated, and every one of them can be read', () => {
    expect(file.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const { name, prefixes } of file.networks) {
      for (const text of prefixes.split(' ')) expect(parsePrefix(text), name).not.toHaveProperty('problem');
    }
  });

  it('never take an exit of iCloud Private Relay for a hosting company or a bot', () => {
    const relay = file.networks.find(({ name }) => name === 'iCloud Private Relay');
    for (const text of relay?.prefixes.split(' ') ?? []) {
      expect(networks.find(text.split('/')[0] as string).owner, text).toBeNull();
    }
  });

  it('tell Googlebot from who only says so, for as long as they are fresh', () => {
    const real = networks.find('66.249.66.1');
    const other = networks.find('198.51.100.7');
    expect(real.owner).toMatchObject({ name: 'Googlebot', kind: 'crawler' });
    expect([real.doubtOf('Googlebot', fresh), other.doubtOf('Googlebot', fresh)]).toEqual([null, 'spoofed']);
    expect([real.doubtOf('Googlebot', late), other.doubtOf('Googlebot', late)]).toEqual([
      null,
      'outdated_networks',
    ]);
    expect(other.doubtOf('ClaudeBot', fresh), 'whose networks nobody publishes').toBeNull();
  });

  it.each(['192.0.2.7', '198.51.100.7', '203.0.113.7', '2001:db8::7', '2002:c000:207::1'])(
    'hold nobody to be at %s, which is given to nobody or to everybody',
    (address) => {
      expect(networks.find(address).owner).toBeNull();
    },
  );

  it.each(['127.0.0.1', '10.1.2.3', '192.168.1.1', '100.64.0.1', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    "say nothing of %s, from where a proxy of one's own passes on what came from anywhere",
    (address) => {
      const { owner, doubtOf } = networks.find(address);
      expect([owner, doubtOf('Googlebot', fresh)]).toEqual([null, null]);
    },
  );

  it('are called stale by the oldest day of those by which a crawler is verified', () => {
    expect(staleSince(file, fresh)).toBeNull();
    expect(staleSince(file, late)).toBe(file.date);
    const today = new Date(late).toISOString().slice(0, 10);
    const renewed = file.networks.map((owner) => ({ ...owner, date: today }));
    expect(staleSince({ ...file, networks: renewed }, late)).toBeNull();
    const [first, ...rest] = renewed;
    const oneIsOld = [{ ...first, date: '2026-01-01' } as (typeof renewed)[number], ...rest];
    expect(staleSince({ ...file, networks: oneIsOld }, late)).toBe('2026-01-01');
  });
});

describe('a refresh of the networks', () => {
  const current = {
    date: '2026-08-22',
    from: 'a test',
    networks: [
      { name: 'A', kind: 'crawler' as const, prefixes: '192.0.2.0/24' },
      { name: 'B', kind: 'crawler' as const, prefixes: '198.51.100.0/24' },
      { name: 'C', kind: 'hosting' as const, prefixes: '203.0.113.0/24' },
    ],
  };
  const sources = { A: ['https://a.example/a.json'], B: ['https://b.example/b.json'] };
  const answers: Record<string, () => Response> = {
    'https://a.example/a.json': () =>
      Response.json({
        creationTime: 'x',
        prefixes: [{ ipv4Prefix: '10.1.0.0/16' }, { ipv6Prefix: '2001:db8::/32' }],
      }),
    'https://b.example/b.json': () => new Response('gone', { status: 404 }),
  };
  const fetchIt = (async (address: string) => answers[address]?.()) as unknown as typeof fetch;

  it('takes what operators publish, and keeps the rest with its own date and the reason', async () => {
    const { file, failed } = await refreshNetworks(current, { fetch: fetchIt, today: '2026-11-21', sources });
    expect(file.networks).toEqual([
      { name: 'A', kind: 'crawler', date: '2026-11-21', prefixes: '10.1.0.0/16 2001:db8::/32' },
      { name: 'B', kind: 'crawler', date: '2026-08-22', prefixes: '198.51.100.0/24' },
      { name: 'C', kind: 'hosting', date: '2026-08-22', prefixes: '203.0.113.0/24' },
    ]);
    expect(failed).toEqual([{ name: 'B', error: 'https://b.example/b.json answered 404' }]);
  });
});
