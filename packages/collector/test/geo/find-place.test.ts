import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { countryData } from '../../src/geo/country-data.ts';
import { openPlaces } from '../../src/geo/find-place.ts';
import { BrokenGeoFile } from '../../src/geo/open-geo-file.ts';
import { parseAddress } from '../../src/net/address.ts';
import { writeGeoFile } from './write-geo-file.ts';

const NOWHERE = { country: null, region: null, city: null };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cvq-geo-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('with the data that comes with cvq', () => {
  const findPlace = openPlaces(null);

  it.each([
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['81.2.69.142', 'GB'],
    ['130.133.1.1', 'DE'],
    ['133.11.0.1', 'JP'],
    ['200.160.0.8', 'BR'],
    ['2001:4860:4860::8888', 'US'],
    ['2a02:8108::1', 'DE'],
    ['2001:8003::1', 'AU'],
  ])('%s is in %s, in an unknown region and city', (address, country) => {
    expect(findPlace(address)).toEqual({ ...NOWHERE, country });
  });

  it.each([
    '',
    'localhost',
    '8.8.8',
    '8.8.8.8:53',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.1.2',
    '127.0.0.1',
    '169.254.1.1',
    '172.31.255.255',
    '192.168.1.1',
    '203.0.113.77',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.1.2.3',
    'fd00::1',
    'fe80::1%eth0',
    'ff02::1',
    '2001:db8::1',
    '2001:200:dff:fff1::1',
    '2001:e60::1',
  ])('%j is nowhere', (address) => expect(findPlace(address)).toEqual(NOWHERE));

  it('finds for any address what the data says, whatever was asked before', () => {
    const near = fc
      .tuple(fc.constantFrom('81.2.69', '5.62.60', '2.16.9'), fc.nat(255))
      .map((parts) => parts.join('.'));
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), near), (text) => {
        const found = findPlace(text);
        const address = parseAddress(text);
        const record = address === null ? null : countryData().find(address);
        if (found.country === null) return;
        expect(found.country).toBe(record?.country_code);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[0-9a-f:.]{0,40}$/)),
        (text) => {
          expect(findPlace(text).country ?? 'ZZ').toMatch(/^[A-Z]{2}$/);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('takes at most a millisecond for 10 kB', () => {
    for (const text of ['1.'.repeat(5_000), ':'.repeat(10_000), 'f'.repeat(10_000)]) {
      const times = Array.from({ length: 15 }, () => {
        const start = performance.now();
        findPlace(text);
        return performance.now() - start;
      });
      expect(Math.min(...times)).toBeLessThan(1);
    }
  });
});

describe('with a file of cities', () => {
  const berlin = {
    country: { iso_code: 'DE', names: { en: 'Germany' } },
    subdivisions: [{ iso_code: 'BE', names: { en: 'State of Berlin', de: 'Berlin' } }],
    city: { names: { en: 'Berlin' } },
  };
  const networks = {
    '81.2.69.0/25': berlin,
    '81.2.69.128/25': { country_code: 'FR', state1: 'Île-de-France', city: 'Paris' },
    '8.8.8.0/24': { city: { names: { en: 'Somewhere' } } },
    '9.9.9.0/24': { country: { iso_code: 'CH' }, subdivisions: [{ iso_code: 'ZH' }], city: '' },
    '11.0.0.0/8': { country: { iso_code: 'nonsense' }, city: { names: { de: 'Berlin' } } },
    '2a02:8108::/32': berlin,
    '2a03:2880:0:1::/64': { country_code: 'IE' },
  };
  const inBerlin = { country: 'DE', region: 'State of Berlin', city: 'Berlin' };

  it.each([24, 28, 32] as const)('reads both forms of records (%d bits)', (recordSize) => {
    const path = join(folder, `cities-${recordSize}.mmdb`);
    writeGeoFile(path, networks, { recordSize });
    const findPlace = openPlaces(path);
    expect(findPlace('81.2.69.1')).toEqual(inBerlin);
    expect(findPlace('2a02:8108::1')).toEqual(inBerlin);
    expect(findPlace('9.9.9.9')).toEqual({ country: 'CH', region: 'ZH', city: null });
    expect(findPlace('192.168.1.1')).toEqual(NOWHERE);
    expect(findPlace('8.8.8.8')).toEqual({ country: 'US', region: null, city: 'Somewhere' });
    expect(findPlace('11.1.1.1')).toEqual({ ...NOWHERE, country: 'US' });
    expect(findPlace('130.133.1.1')).toEqual({ ...NOWHERE, country: 'DE' });
  });

  it('tells neighbours apart where the file does, in any order', () => {
    const path = join(folder, 'neighbours.mmdb');
    writeGeoFile(path, networks);
    const inParis = { country: 'FR', region: 'Île-de-France', city: 'Paris' };
    for (const addresses of [
      ['81.2.69.1', '81.2.69.200', '81.2.69.2'],
      ['81.2.69.200', '81.2.69.1', '81.2.69.0'],
    ]) {
      const findPlace = openPlaces(path);
      for (const address of [...addresses, ...addresses]) {
        const expected = Number(address.split('.')[3]) < 128 ? inBerlin : inParis;
        expect(findPlace(address)).toEqual(expected);
      }
    }
    const findPlace = openPlaces(path);
    const outside = findPlace('2a03:2880:0:2::1');
    expect(findPlace('2a03:2880:0:1::1').country).toBe('IE');
    expect(findPlace('2a03:2880:0:2::1')).toEqual(outside);
  });

  it('takes countries of IPv6 from its own data when the file is for IPv4 only', () => {
    const path = join(folder, 'only-4.mmdb');
    writeGeoFile(path, { '32.0.0.0/3': berlin }, { ipVersion: 4 });
    const findPlace = openPlaces(path);
    expect(findPlace('33.1.1.1')).toEqual(inBerlin);
    expect(findPlace('2001:4860:4860::8888')).toEqual({ ...NOWHERE, country: 'US' });
  });

  it('refuses a file that is missing, empty, cut off or of another kind, and names it', () => {
    const whole = join(folder, 'whole.mmdb');
    writeGeoFile(whole, networks);
    const bytes = readFileSync(whole);
    const broken = {
      empty: Buffer.alloc(0),
      text: Buffer.from('network,country\n81.2.69.0/24,GB\n'.repeat(100)),
      'without its end': bytes.subarray(0, bytes.length - 100),
      'without its beginning': bytes.subarray(bytes.length - 300),
      zeros: Buffer.alloc(10_000),
    };
    expect(() => openPlaces(join(folder, 'missing.mmdb'))).toThrow(
      /missing\.mmdb is not a usable MaxMind database/,
    );
    for (const [name, content] of Object.entries(broken)) {
      const path = join(folder, `${name}.mmdb`);
      writeFileSync(path, content);
      expect(() => openPlaces(path), name).toThrow(BrokenGeoFile);
      expect(() => openPlaces(path), name).toThrow(path);
    }
  });

  it('goes without a place where a record is damaged', () => {
    const path = join(folder, 'damaged.mmdb');
    // A pointer to itself, and a type that does not exist.
    for (const data of [Buffer.from([0x20, 0x00]), Buffer.from([0x00, 0xff, 0x00]), Buffer.from([0xe5])]) {
      writeGeoFile(path, { '81.2.69.0/24': berlin }, { data });
      expect(openPlaces(path)('81.2.69.1')).toEqual({ ...NOWHERE, country: 'GB' });
    }
  });
});
