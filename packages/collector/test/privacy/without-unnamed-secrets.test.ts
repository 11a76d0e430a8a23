import { CLICK_ID_FAMILIES } from '@cvq/contract';
import { REDACTED as R, redact } from '@cvq/contract/redact';
import { describe, expect, it } from 'vitest';
import { withoutUnnamedSecrets } from '../../src/privacy/storable.ts';

const SITE = 'https://shop.example';
const SECRET = 'Zk3yQx8LmP2vRt7WnB4cHj9sDf6Ga1KeQ';

describe('secrets that nothing names are cut', () => {
  it.each([
    ['a long one under any name', `/?t=${SECRET}`, `/?t=${R}`],
    ['a long one in the path', `/i/${SECRET}/x`, `/i/${R}/x`],
    ['what a segment announces', '/reset/550e8400-e29b-41d4-a716-446655440000', `/reset/${R}`],
    ['a secret of a payment', '/?x=pi_3MtwBwLkdIwHu7ix28', `/?x=${R}`],
  ])('%s', (_what, address, expected) => {
    const cut = withoutUnnamedSecrets(SITE + address);
    expect(cut).toBe(SITE + expected);
    expect(withoutUnnamedSecrets(redact(cut))).toBe(cut);
  });
});

describe('what is no secret stays', () => {
  it.each([
    ['a UUID', '/products/550e8400-e29b-41d4-a716-446655440000'],
    ['a hash of a commit', '/commit/e439b90a1b2c3d4e5f60718293a4b5c6d7e8f901'],
    ['a long name of a product', '/Nike-Air-Max-90-Premium-Mens-Running-Shoes-Size-42-White-Black'],
    ['a product without dashes', '/p/iPhone15ProMax256GBNaturalTitanium2024'],
    ['a search', '/search?q=SGVsbG8gV29ybGQgdGhpcyBpcyBhIHNlYXJjaA=='],
    ['an order', '/orders/1srOrx2ZWZBpBUvZwXKQmoEYga2'],
    ['an article on passwords', '/reset-password/how-to-reset-your-password-2026'],
    ['a link of ours', `/?_cvl=${SECRET}.1795255200.x`],
    ['words of a campaign', `/?utm_source=news&utm_id=${SECRET}&ref=${SECRET}`],
    ...CLICK_ID_FAMILIES.split(/[ +]/).map((name) => [name, `/?${name}=${SECRET}`]),
  ])('%s', (_what, address) => {
    expect(withoutUnnamedSecrets(SITE + address)).toBe(SITE + address);
  });
});
