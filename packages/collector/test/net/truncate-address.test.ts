import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { truncateAddress } from '../../src/net/address.ts';

describe('truncateAddress', () => {
  it.each<[string, string | null]>([
    ['203.0.113.77', '203.0.113.0'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['::FFFF:203.0.113.77', '203.0.113.0'],
    ['::ffff:cb00:714d', '203.0.113.0'],
    ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
    ['2001:0DB8:0000:0001::1', '2001:db8::'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8::'],
    ['0:1:2:3:4:5:6:7', '0:1:2::'],
    ['0:0:2:3:4:5:6:7', '0:0:2::'],
    ['64:ff9b::203.0.113.77', '64:ff9b::'],
    ['fe80::1%eth0', 'fe80::'],
    ['::1', '::'],
    ['::', '::'],
    ['::203.0.113.77', '::'],
    ['', null],
    ['localhost', null],
    ['203.0.113', null],
    ['203.0.113.256', null],
    ['203.0.113.07', null],
    ['203.0.113.77:443', null],
    [' 203.0.113.77', null],
    ['203.0.113.0/24', null],
    ['[2001:db8::1]', null],
    ['2001:db8::1::2', null],
    ['1:2:3:4:5:6:7:8:9', null],
    ['0xcb007101', null],
    ['3405803853', null],
    ['٢٠٣.٠.١١٣.٧٧', null],
  ])('%j is in %j', (address, network) => {
    expect(truncateAddress(address)).toBe(network);
  });

  it('gives the /24 that an IPv4 address lies in, for any address and any spelling', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const network = truncateAddress(address) ?? '';
        expect(isIP(network)).toBe(4);
        expect(network).toMatch(/\.0$/);
        expect(contains(network, 24, address)).toBe(true);
        expect(truncateAddress(network)).toBe(network);
        expect(truncateAddress(`::ffff:${address}`)).toBe(network);
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives the /48 that an IPv6 address lies in, in one spelling, for any address', () => {
    const address = fc.oneof(fc.ipV6(), fc.array(fc.integer({ max: 0xff_ff, min: 0 }), sizeOf(8)).map(spell));
    fc.assert(
      fc.property(address, (text) => {
        const network = truncateAddress(text) ?? '';
        if (isIP(network) === 4) return expect(text.toLowerCase()).toContain('ffff');
        expect(isIP(network)).toBe(6);
        expect(contains(network, 48, text)).toBe(true);
        expect(new URL(`http://[${network}]/`).hostname).toBe(`[${network}]`);
        expect(truncateAddress(network)).toBe(network);
      }),
      { numRuns: 1_000 },
    );
  });

  it('tells networks apart', () => {
    const groups = fc.array(fc.integer({ min: 1, max: 0xff_ff }), sizeOf(8));
    fc.assert(
      fc.property(groups, fc.nat(7), (address, changed) => {
        const other = address.map((group, index) => (index === changed ? group ^ (0x1_0000 >> 1) : group));
        const isSame = truncateAddress(spell(address)) === truncateAddress(spell(other));
        expect(isSame).toBe(changed >= 3);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[0-9a-f:.%]{0,60}$/)),
        (text) => {
          const network = truncateAddress(text);
          expect(network === null).toBe(isIP(text) === 0);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

function sizeOf(size: number) {
  return { minLength: size, maxLength: size };
}

function spell(groups: readonly number[]): string {
  return groups.map((group) => group.toString(16)).join(':');
}

function contains(network: string, bits: number, address: string): boolean {
  const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, bits, family);
  return list.check(address, family);
}
