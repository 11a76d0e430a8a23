import { CLICK_ID_FAMILIES, MAX_TEXT_LENGTH } from '@cvq/contract';
import { REDACTED as R, redact } from '@cvq/contract/redact';
import { describe, expect, it } from 'vitest';
import { HARMLESS_ADDRESSES } from '../../../../test/builders/harmless-addresses.ts';
import { withoutUnnamedSecrets } from '../../src/privacy/storable.ts';

const SITE = 'https://shop.example';
const SECRET = 'Zk3yQx8LmP2vRt7WnB4cHj9sDf6Ga1KeQ';

describe('secrets that nothing names are cut', () => {
  it.each([
    ['a long one under any name', `/?t=${SECRET}`, `/?t=${R}`],
    ['a long one in the path', `/i/${SECRET}/x`, `/i/${R}/x`],
    ['what a segment announces', '/reset/550e8400-e29b-41d4-a716-446655440000', `/reset/${R}`],
    ['what many words announce', `/my-team_email-verification/${SECRET}`, `/my-team_email-verification/${R}`],
    ['a secret of a payment', '/?x=pi_3MtwBwLkdIwHu7ix28', `/?x=${R}`],
  ])('%s', (_what, address, expected) => {
    const cut = withoutUnnamedSecrets(SITE + address);
    expect(cut).toBe(SITE + expected);
    expect(withoutUnnamedSecrets(redact(cut))).toBe(cut);
  });
});

describe('what is no secret stays', () => {
  it.each([
    ...HARMLESS_ADDRESSES,
    ['a link of ours', `/?_cvl=${SECRET}.1795255200.x`],
    ['words of a campaign', `/?utm_source=news&utm_id=${SECRET}&ref=${SECRET}`],
    ...CLICK_ID_FAMILIES.split(/[ +]/).map((name) => [name, `/?${name}=${SECRET}`]),
  ])('%s', (_what, address) => {
    expect(withoutUnnamedSecrets(SITE + address)).toBe(SITE + address);
  });
});

it.each(['verif', 'invit', 'activat', 'token', '/reset'])(
  'an address as long as may be of %s, again and again, takes at most a millisecond',
  (word) => {
    const address = `/${word.repeat(MAX_TEXT_LENGTH / word.length)}`;
    const times = Array.from({ length: 15 }, () => {
      const start = performance.now();
      expect(withoutUnnamedSecrets(address)).toBe(address);
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(1);
  },
);
