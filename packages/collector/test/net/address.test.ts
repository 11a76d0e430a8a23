import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAddress } from '../../src/net/address.ts';

const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xff_ff })), {
  minLength: 8,
  maxLength: 8,
});

/** Every spelling that RFC 4291 allows: zeros left out once or nowhere, leading zeros, either case, dots at the end. */
const spelled = fc
  .record({
    groups,
    gap: fc.nat(8),
    zeros: fc.nat(8),
    pad: fc.boolean(),
    upper: fc.boolean(),
    dots: fc.boolean(),
  })
  .map(({ groups, gap, zeros, pad, upper, dots }) => {
    const shown = groups.map((group, index) => (index >= gap && index < gap + zeros ? 0 : group));
    const words = shown.map((group) => group.toString(16).padStart(pad ? 4 : 0, '0'));
    const [high = 0, low = 0] = shown.slice(6);
    if (dots) words.splice(6, 2, [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.'));
    const end = Math.min(gap + zeros, dots ? 6 : 8);
    const text =
      end > gap ? `${words.slice(0, gap).join(':')}::${words.slice(end).join(':')}` : words.join(':');
    return { groups: shown, text: upper ? text.toUpperCase() : text };
  });

it('an address of IPv6 has the same eight groups in each spelling, and Node.js takes it for the same', () => {
  fc.assert(
    fc.property(spelled, ({ groups, text }) => {
      expect(isIP(text), text).toBe(6);
      const parsed = parseAddress(text);
      const [, , , , , fifth, sixth = 0, seventh = 0] = groups;
      const isMapped = fifth === 0xff_ff && groups.slice(0, 5).every((group) => group === 0);
      const octets = [sixth >> 8, sixth & 0xff, seventh >> 8, seventh & 0xff];
      expect(parsed, text).toEqual(isMapped ? { family: 4, octets } : { family: 6, groups });
      const plain = groups.map((group) => group.toString(16)).join(':');
      expect(new URL(`http://[${text}]`).hostname).toBe(new URL(`http://[${plain}]`).hostname);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['::', [0, 0, 0, 0, 0, 0, 0, 0]],
  ['::1', [0, 0, 0, 0, 0, 0, 0, 1]],
  ['1::', [1, 0, 0, 0, 0, 0, 0, 0]],
  ['1:2:3:4:5:6:7::', [1, 2, 3, 4, 5, 6, 7, 0]],
  ['::2:3:4:5:6:7:8', [0, 2, 3, 4, 5, 6, 7, 8]],
  ['fe80::1%eth0', [0xfe80, 0, 0, 0, 0, 0, 0, 1]],
  ['::192.0.2.1', [0, 0, 0, 0, 0, 0, 0xc000, 0x201]],
  ['::ffff:0:c000:201', [0, 0, 0, 0, 0xffff, 0, 0xc000, 0x201]],
])('%s has the groups %j', (text, groups) => {
  expect(parseAddress(text)).toEqual({ family: 6, groups });
});

it.each(['::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1'])('%s is one of IPv4', (text) => {
  expect(parseAddress(text)).toEqual({ family: 4, octets: [192, 0, 2, 1] });
});
