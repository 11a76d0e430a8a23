import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../../test/builders/any-character.ts';
import { dailyVisitor, type VisitorTraits } from '../../src/visitors/daily-visitor.ts';

const saltOf = (byte: number) => createSecretKey(new Uint8Array(32).fill(byte));
const salts = { today: saltOf(1), yesterday: null };
const traits: VisitorTraits = {
  project: 'proj_shop',
  address: '203.0.113.77',
  userAgent: 'Mozilla/5.0',
  domain: 'shop.example',
};
const idOf = (changed: Partial<VisitorTraits> = {}) => dailyVisitor({ ...traits, ...changed }, salts)?.id;

describe('dailyVisitor', () => {
  it('is the beginning of HMAC-SHA-256 over the project, the network, the user agent and the domain', () => {
    const text = '["proj_shop","203.0.113.0","Mozilla/5.0","shop.example"]';
    const digest = createHmac('sha256', new Uint8Array(32).fill(1)).update(text).digest('base64url');
    expect(idOf()).toBe(digest.slice(0, 22));
  });

  it.each<Partial<VisitorTraits>>([{ address: '203.0.113.1' }, { address: '::ffff:203.0.113.200' }])(
    'is the same for %j',
    (changed) => expect(idOf(changed)).toBe(idOf()),
  );

  it.each<Partial<VisitorTraits>>([
    { project: 'proj_other' },
    { address: '203.0.114.77' },
    { address: '2001:db8::1' },
    { userAgent: 'Mozilla/5.1' },
    { userAgent: null },
    { domain: 'other.example' },
    { domain: null },
    { userAgent: 'Mozilla/5.0","shop.example', domain: '' },
  ])('is another one for %j', (changed) => expect(idOf(changed)).not.toBe(idOf()));

  it.each(['', 'unknown', '203.0.113'])('is nobody without an address (%j)', (address) => {
    expect(dailyVisitor({ ...traits, address }, salts)).toBeNull();
  });

  it('gives the id of yesterday too while yesterday counts', () => {
    const [monday, tuesday] = [saltOf(2), saltOf(3)];
    const onMonday = dailyVisitor(traits, { today: monday, yesterday: null });
    const afterMidnight = dailyVisitor(traits, { today: tuesday, yesterday: monday });
    expect(onMonday?.yesterdaysId).toBeNull();
    expect(afterMidnight?.yesterdaysId).toBe(onMonday?.id);
    expect(afterMidnight?.id).not.toBe(onMonday?.id);
  });

  it('takes any text for a user agent and a domain', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 2_000 });
    fc.assert(
      fc.property(text, text, (userAgent, domain) => {
        expect(idOf({ userAgent, domain })).toMatch(/^[\w-]{22}$/);
      }),
    );
  });
});
