import { hash } from 'node:crypto';
import type { UserData } from '@cvq/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { hashUserData, type Network } from '../../src/ad-platforms/hashing/hash-user-data.ts';
import { normaliseEmail, withoutDotsAndAlias } from '../../src/ad-platforms/hashing/normalise-email.ts';
import { normalisePhone } from '../../src/ad-platforms/hashing/normalise-phone.ts';
import { RULES_OF_META } from '../../src/ad-platforms/hashing/rules-of-meta.ts';
import vectors from './hash-vectors.json' with { type: 'json' };

const PLATFORMS: readonly Network[] = ['google', 'meta', 'microsoft'];
const sha256 = (text: string) => hash('sha256', text, 'hex');

describe('the vectors of the platforms', () => {
  it.each(vectors)('$field $input: $note', ({ field, input, expected }) => {
    const hashed = hashUserData({ [field]: input });
    for (const platform of PLATFORMS) {
      const of: Partial<Record<string, readonly string[]>> = hashed[platform];
      expect(of[field], platform).toEqual((expected as Partial<Record<Network, string[]>>)[platform]);
    }
  });
});

describe('hashUserData', () => {
  it('gives each platform its own fields', () => {
    const { google, meta, microsoft, omitted } = hashUserData({
      email: 'Ada.Lovelace+shop@gmail.com',
      phone: '+44 20 7031 3000',
      first_name: 'Ada',
      last_name: 'Lovelace',
      city: 'London',
      state: 'England',
      postal_code: 'SW1A 1AA',
      country: 'UK',
    });
    expect(omitted).toEqual([]);
    expect(google).toEqual({ email: [sha256('adalovelace@gmail.com')], phone: [sha256('+442070313000')] });
    expect(microsoft).toEqual({ email: [sha256('adalovelace@gmail.com')], phone: [sha256('+442070313000')] });
    expect(meta).toEqual({
      email: [sha256('ada.lovelace+shop@gmail.com')],
      phone: [sha256('442070313000')],
      first_name: [sha256('ada')],
      last_name: [sha256('lovelace')],
      city: [sha256('london')],
      state: [sha256('england')],
      postal_code: [sha256('sw1a1aa')],
      country: [sha256('gb')],
    });
  });

  it.each<[UserData]>([[{}], [{ email: null, phone: '', city: '  ' }]])('%j gives nothing', (userData) => {
    expect(hashUserData(userData)).toEqual({ google: {}, meta: {}, microsoft: {}, omitted: [] });
  });

  it.each<[UserData, Network, string | undefined]>([
    [{ email: 'nobody' }, 'google', 'not_an_email'],
    [{ email: 'nobody' }, 'meta', 'not_an_email'],
    [{ email: 'a@b' }, 'microsoft', 'not_an_email'],
    [{ email: '"quoted name"@example.com' }, 'meta', 'not_an_email'],
    [{ email: 'two@@example.com' }, 'meta', 'not_an_email'],
    [{ email: '.dot@example.com' }, 'meta', 'not_an_email'],
    [{ email: `${'x'.repeat(65)}@example.com` }, 'meta', 'not_an_email'],
    [{ email: '+shop@example.com' }, 'microsoft', 'nothing_left'],
    [{ email: '+shop@example.com' }, 'google', undefined],
    [{ email: 'a'.repeat(64) }, 'google', 'already_hashed'],
    [{ phone: 'A'.repeat(64) }, 'meta', 'already_hashed'],
    [{ email: 'first last@example.com' }, 'google', undefined],
    [{ email: 'first last@example.com' }, 'meta', 'not_an_email'],
    [{ email: 'first last@example.com' }, 'microsoft', 'not_an_email'],
    [{ phone: '020 7031 3000' }, 'google', 'no_country_code'],
    [{ phone: '020 7031 3000', country: 'Britain' }, 'meta', 'no_country_code'],
    [{ phone: '020 7031 3000', country: 'GB' }, 'google', undefined],
    [{ phone: '+1 234 567 890 123 456' }, 'google', 'not_a_phone_number'],
    [{ phone: '+0 20 7031 3000' }, 'google', 'not_a_phone_number'],
    [{ phone: '12', country: 'DE' }, 'meta', 'not_a_phone_number'],
    [{ phone: 'call me' }, 'microsoft', 'not_a_phone_number'],
    [{ phone: 'call +44 20 7031 3000' }, 'microsoft', 'no_country_code'],
    [{ phone: '+1 650 555 1212 ext. 5' }, 'google', 'phone_extension'],
    [{ phone: '+44 (0)20 7031 3000' }, 'microsoft', undefined],
    [{ first_name: '---' }, 'meta', 'nothing_left'],
    [{ country: 'Germany' }, 'meta', 'not_a_country_code'],
    [{ country: 'XX' }, 'meta', 'not_a_country_code'],
    [{ country: 'Germany' }, 'google', undefined],
  ])('%j for %s: %s', (userData, platform, reason) => {
    const { omitted } = hashUserData(userData);
    expect(omitted.find((omission) => omission.platform === platform)?.reason).toBe(reason);
  });

  it.each<[UserData, string]>([
    [{ phone: '+44 ( 0 ) 20 7031 3000' }, '+442070313000'],
    [{ phone: '020 7031 3000', country: 'uk' }, '+442070313000'],
    [{ phone: '0044 20 7031 3000', country: 'DE' }, '+442070313000'],
    [{ phone: '06 1234 5678', country: 'IT' }, '+390612345678'],
    [{ phone: '+39 (0)6 1234 5678' }, '+390612345678'],
    [{ phone: '8 (495) 123-45-67', country: 'RU' }, '+74951234567'],
    [{ phone: '٠٥٠١٢٣٤٥٦٧', country: 'SA' }, '+966501234567'],
  ])('the phone number in %j is %s', (given, number) => {
    const { google, meta, microsoft } = hashUserData(given);
    expect([google.phone, microsoft.phone, meta.phone]).toEqual([
      [sha256(number)],
      [sha256(number)],
      [sha256(number.slice(1))],
    ]);
  });

  it.each<[UserData, string[]]>([
    [{ state: 'Georgia' }, ['ga']],
    [{ state: 'Georgia', country: 'us' }, ['ga']],
    [{ state: 'Washington D.C.', country: 'US' }, ['dc']],
    [{ state: 'British Columbia', country: 'CA' }, ['bc']],
    [{ state: 'Québec', country: 'CA' }, ['qc']],
    [{ state: 'Georgia', country: 'GB' }, ['georgia']],
    [{ state: 'Ontario', country: 'US' }, ['ontario']],
    [{ state: 'constructor' }, ['constructor']],
  ])('the state in %j is %j', ({ state, country = null }, values) => {
    expect(hashUserData({ state, country }).meta.state).toEqual(values.map(sha256));
  });

  it.each<[UserData, string[]]>([
    [{ postal_code: '94035-1234', country: 'US' }, ['94035']],
    [{ postal_code: '94035-1234' }, ['94035']],
    [{ postal_code: '12345-678', country: 'BR' }, ['12345678', '12345']],
    [{ postal_code: '123456789', country: 'BR' }, ['123456789']],
    [{ postal_code: '〒100-0001', country: 'JP' }, ['1000001', '100']],
  ])('the postal code in %j is %j', ({ postal_code, country = null }, values) => {
    expect(hashUserData({ postal_code, country }).meta.postal_code).toEqual(values.map(sha256));
  });
});

/** Words that no hexadecimal hash contains by chance. */
const word = fc
  .string({ unit: 'grapheme', minLength: 4, maxLength: 40 })
  .filter((text) => !/^[\da-f\s]*$/i.test(text) || text.trim().length > 12);
const userData = fc.record<UserData>(
  {
    email: fc.oneof(fc.emailAddress(), word),
    phone: fc.oneof(fc.stringMatching(/^(\+|00)?[0-9]{12,16}$/), word),
    first_name: word,
    last_name: word,
    city: word,
    state: word,
    postal_code: word,
    country: fc.oneof(fc.constantFrom('US', 'de', 'UK'), word),
  },
  { requiredKeys: [] },
);

describe('for any user data', () => {
  it('lets no clear text of four characters or more through', () => {
    fc.assert(
      fc.property(userData, (given) => {
        const { google, meta, microsoft, omitted } = hashUserData(given);
        const output = JSON.stringify([google, meta, microsoft].map((fields) => Object.values(fields)));
        const reasons = JSON.stringify(omitted.map(({ reason }) => reason));
        for (const value of Object.values(given)) {
          const clear = (value ?? '').trim().toLowerCase();
          if (clear.length < 4) continue;
          expect(output).not.toContain(clear);
          expect(reasons).not.toContain(clear);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives only lower-case SHA-256 in hexadecimal', () => {
    fc.assert(
      fc.property(userData, (given) => {
        const { google, meta, microsoft } = hashUserData(given);
        for (const hash of [google, meta, microsoft].flatMap((fields) => Object.values(fields).flat())) {
          expect(hash).toMatch(/^[0-9a-f]{64}$/);
        }
      }),
    );
  });

  it('names every value that it leaves out', () => {
    fc.assert(
      fc.property(userData, fc.constantFrom(...PLATFORMS), (given, platform) => {
        const { omitted, ...hashed } = hashUserData(given);
        const left = omitted.filter((omission) => omission.platform === platform).map(({ field }) => field);
        const fields = Object.entries(given).filter(([, value]) => value?.trim());
        const accepted = fields
          .map(([field]) => field)
          .filter((field) => platform === 'meta' || ['email', 'phone'].includes(field));
        expect([...Object.keys(hashed[platform]), ...left].sort()).toEqual(accepted.sort());
      }),
    );
  });

  it('normalises what is normal already to itself', () => {
    const digits = fc.stringMatching(/^(\+|00|0)?[0-9][0-9 ()-]{3,16}[0-9]$/);
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: anyCharacter }),
      fc.emailAddress(),
      digits,
    );
    const rules = [
      (text: string) => normaliseEmail(text),
      (text: string) => normaliseEmail(text, withoutDotsAndAlias),
      ...['', 'GB', 'IT'].map((country) => (text: string) => {
        const phone = normalisePhone(text, country);
        return 'text' in phone ? { values: [phone.text] } : phone;
      }),
      ...(['first_name', 'city', 'state', 'postal_code', 'country'] as const).map(
        (field) => (text: string) => RULES_OF_META[field]?.(text.normalize('NFC'), {}) ?? { values: [] },
      ),
    ];
    fc.assert(
      fc.property(texts, (text) => {
        for (const rule of rules) {
          const once = rule(text);
          if (!('values' in once)) continue;
          const [first = ''] = once.values;
          const again = rule(first);
          expect('values' in again && again.values[0]).toBe(first);
        }
      }),
      { numRuns: 1_000, examples: [['İ']] },
    );
  });
});
