import { createHmac } from 'node:crypto';
import { verifyWebhook, WebhookVerificationError, type WebhookVerificationFailure } from '@cvq/node';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const NOW = Date.parse('2026-11-21T10:00:00Z');
const BODY = '{"id":"evt_1795255200000_a","type":"lead","data":{}}';

function untimed(body: string | Uint8Array, secret = SECRET) {
  return { 'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

function timed(body: string | Uint8Array, { secret = SECRET, at = NOW, id = 'evt_1795255200000_a' } = {}) {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function codeOf(act: () => unknown): WebhookVerificationFailure | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

const verify = (headers: Parameters<typeof verifyWebhook>[0]['headers'], more = {}) =>
  verifyWebhook({ body: BODY, headers, secret: SECRET, now: NOW, ...more });

describe('verifyWebhook', () => {
  it.each([
    ['the signature of the body', untimed(BODY)],
    ['the signature with a time', timed(BODY)],
    ['both', { ...untimed(BODY), ...timed(BODY) }],
    ['a Headers object', new Headers({ ...untimed(BODY), ...timed(BODY) })],
    ['names in any case', { 'X-Service-Signature': untimed(BODY)['x-service-signature'] }],
    [
      'several signatures, of which one fits',
      { ...timed(BODY), 'webhook-signature': `v1,AAAA v1a,x ${timed(BODY)['webhook-signature']}` },
    ],
  ])('gives the event for %s', (_, headers) => {
    expect(verify(headers)).toMatchObject({ id: 'evt_1795255200000_a', type: 'lead' });
  });

  it('takes any of several secrets', () => {
    for (const headers of [untimed(BODY, OTHER), timed(BODY, { secret: OTHER })]) {
      expect(verify(headers, { secret: [SECRET, OTHER] }).type).toBe('lead');
      expect(codeOf(() => verify(headers))).toBe('bad_signature');
    }
  });

  it('takes the signature of a rotation', () => {
    const both = {
      ...untimed(BODY, OTHER),
      'x-service-signature-rotation': untimed(BODY)['x-service-signature'],
    };
    expect(verify(both).type).toBe('lead');
  });

  it('takes a time up to the tolerance, before and after, and not beyond', () => {
    for (const sign of [-1, 1]) {
      expect(verify(timed(BODY, { at: NOW + sign * 300_000 })).type).toBe('lead');
      expect(codeOf(() => verify(timed(BODY, { at: NOW + sign * 301_000 })))).toBe('bad_timestamp');
      const wide = { toleranceSeconds: 3600 };
      expect(verify(timed(BODY, { at: NOW + sign * 3_600_000 }), wide).type).toBe('lead');
    }
  });

  it.each([Number.NaN, '300', null, -1])(
    'takes %s for no tolerance, which would let anything old pass',
    (given) => {
      const more = { toleranceSeconds: given as number };
      for (const headers of [timed(BODY), untimed(BODY)])
        expect(() => verify(headers, more)).toThrow(/needs `toleranceSeconds` as a number of seconds/);
    },
  );

  it('believes no signature of the body where one with a time is there and fails', () => {
    const old = { ...untimed(BODY), ...timed(BODY, { at: NOW - 3_600_000 }) };
    expect(codeOf(() => verify(old))).toBe('bad_timestamp');
    expect(codeOf(() => verify({ ...untimed(BODY), ...timed(BODY), 'webhook-id': 'evt_2' }))).toBe(
      'bad_signature',
    );
  });

  it('refuses what has no time, where one is required', () => {
    expect(codeOf(() => verify(untimed(BODY), { requireTimestamp: true }))).toBe('no_timestamp');
    expect(verify(timed(BODY), { requireTimestamp: true }).type).toBe('lead');
  });

  it.each<[string, Record<string, string>, WebhookVerificationFailure]>([
    ['no header', {}, 'no_signature'],
    ['an empty signature', { 'x-service-signature': '' }, 'bad_signature'],
    [
      'a signature without its prefix',
      { 'x-service-signature': untimed(BODY)['x-service-signature'].slice(7) },
      'bad_signature',
    ],
    [
      'a signature in capitals',
      { 'x-service-signature': untimed(BODY)['x-service-signature'].toUpperCase() },
      'bad_signature',
    ],
    ['a time that is none', { ...timed(BODY), 'webhook-timestamp': 'now' }, 'bad_signature'],
  ])('refuses %s', (_, headers, code) => {
    expect(codeOf(() => verify(headers))).toBe(code);
  });

  it('refuses a rightly signed body that is no event', () => {
    for (const body of ['', 'null', '[]', '"x"', '{', '{}'])
      expect(codeOf(() => verify(untimed(body), { body }))).toBe('bad_body');
  });

  it('refuses every body but the one that was signed', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (bytes, at, flip) => {
          const signed = Buffer.concat([Buffer.from(BODY), bytes]);
          const changed = Buffer.from(signed);
          changed[at % changed.length] = (changed[at % changed.length] as number) ^ flip;
          for (const headers of [untimed(signed), timed(signed)])
            expect(codeOf(() => verify(headers, { body: changed }))).toBe('bad_signature');
        },
      ),
    );
  });

  it.each([[JSON.parse(BODY)], [null], [undefined], [[]], [new ArrayBuffer(2)]])(
    'says what to do when the body was parsed already: %j',
    (body) => {
      expect(() => verify(untimed(BODY), { body })).toThrow(TypeError);
      expect(() => verify(untimed(BODY), { body })).toThrow(
        /needs the body as it arrived, as bytes or a string.*express\.raw.*before any express\.json/,
      );
    },
  );

  it('needs a secret: an empty one would be anybody’s', () => {
    expect(() => verify(untimed(BODY, ''), { secret: '' })).toThrow(TypeError);
    expect(() => verify(untimed(BODY), { secret: [] })).toThrow(TypeError);
    const notSet = process.env.CVQ_A_NAME_THAT_IS_NOT_SET as string;
    expect(() => verify(untimed(BODY), { secret: notSet })).toThrow(/option `secret` is not set/);
    expect(() => verify(untimed(BODY), { secret: [notSet] })).toThrow(/option `secret` is not set/);
  });
});
