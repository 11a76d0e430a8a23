import { AD_PLATFORMS, type AdPlatform } from '@cvq/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import type { AdClaim, AdNext } from '@cvq/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerClass, PlatformAnswer } from '../../src/ad-platforms/adapter.ts';
import { RETRY_DELAYS_MS, settle } from '../../src/ad-platforms/forwarding/settle.ts';
import { START } from '../collector.ts';
import { anAdClaim, aPlatformAnswer } from './builders.ts';

const CLICK = { name: 'gclid', value: 'Cj0K', at: START };
const LATE = START + 60 * DAY_MS;

type Given = {
  readonly platform?: AdPlatform;
  readonly claim?: Partial<AdClaim>;
  readonly answer: Partial<PlatformAnswer> & Pick<PlatformAnswer, 'class'>;
  readonly chance?: number;
  readonly canVerify?: boolean;
  readonly click?: typeof CLICK | null;
  readonly retryUntil?: number;
  readonly at?: number;
};

function settled({ platform = 'google_ads', claim, answer, at = START, ...given }: Given): AdNext {
  const { chance = 0.5, canVerify = platform === 'google_ads', click = CLICK, retryUntil = LATE } = given;
  return settle({
    ...{ claim: anAdClaim(platform, claim), answer: aPlatformAnswer(answer), chance, canVerify },
    ...{ startedAt: at, endedAt: at, sent: claim?.step === 'verify' ? null : { click, retryUntil } },
  });
}

describe('an answer to what was sent', () => {
  it.each(AD_PLATFORMS)('decides alone what becomes of the delivery, at %s', (platform) => {
    const hours = { google_ads: 6, microsoft_ads: 2, meta_ads: 1 }[platform];
    const table: [AnswerClass, Partial<AdNext>][] = [
      ['delivered', { state: 'delivered', reason: null, dueAt: null }],
      ['duplicate', { state: 'duplicate', reason: null, dueAt: null }],
      ['unmatched', { state: 'unmatched', reason: null, dueAt: null }],
      ['transient', { state: 'retry_scheduled', reason: null, dueAt: START + 5 * MINUTE_MS, tries: 1 }],
      ['unknown', { state: 'retry_scheduled', reason: null, dueAt: START + 5 * MINUTE_MS, tries: 1 }],
      ['throttled', { state: 'throttled', reason: 'CODE', dueAt: START + 5 * MINUTE_MS, tries: 0 }],
      ['too_early', { state: 'waiting', reason: null, dueAt: START + hours * HOUR_MS, tries: 0 }],
      ['auth', { state: 'blocked', reason: 'auth', dueAt: null }],
      ['config', { state: 'blocked', reason: 'CODE', dueAt: null }],
      ['invalid', { state: 'rejected', reason: 'CODE', dueAt: null }],
      ['expired', { state: 'expired', reason: null, dueAt: null }],
    ];
    for (const [answer, expected] of table) {
      const given = { class: answer, code: 'CODE', retryAfterMs: 5 * MINUTE_MS };
      expect(settled({ platform, answer: given }), answer).toMatchObject(expected);
    }
  });

  it('that it was accepted is asked about in half an hour, and is final where nobody can be asked', () => {
    const answer = { class: 'accepted', reference: 'r1' } as const;
    expect(settled({ answer })).toMatchObject({
      ...{
        state: 'accepted',
        step: 'verify',
        reference: 'r1',
        acceptedAt: START,
        dueAt: START + HOUR_MS / 2,
      },
    });
    expect(settled({ answer, canVerify: false })).toMatchObject({ state: 'delivered', dueAt: null });
  });

  it('that fails is followed by six more attempts, each moved by a fifth at most, and then it has failed', () => {
    for (const [tries, delay] of RETRY_DELAYS_MS.entries()) {
      const due = (chance: number) =>
        Number(settled({ claim: { tries }, answer: { class: 'transient' }, chance }).dueAt) - START;
      expect([due(0), due(0.5), due(1)]).toEqual([delay * 0.8, delay, delay * 1.2]);
    }
    expect(settled({ claim: { tries: 6 }, answer: { class: 'transient' } })).toMatchObject({
      ...{ state: 'failed', reason: 'no_tries_left', dueAt: null, tries: 7 },
    });
  });

  it('that fails is not followed sooner than the platform says, nor later than in a day for that', () => {
    const due = (retryAfterMs: number | null, tries = 0) =>
      Number(settled({ claim: { tries }, answer: { class: 'transient', retryAfterMs } }).dueAt) - START;
    expect([null, 0, Number.NaN, 1_000, 36_204.381, 30 * DAY_MS].map((asked) => due(asked))).toEqual([
      ...[30_000, 30_000, 30_000, 30_000, 36_205, DAY_MS],
    ]);
    expect(due(5 * MINUTE_MS, 2), 'whose own pause is longer').toBe(10 * MINUTE_MS);
    expect(
      settled({ answer: { class: 'transient', retryAfterMs: HOUR_MS }, retryUntil: START + MINUTE_MS }),
    ).toMatchObject({ state: 'failed', reason: 'window_ends' });
  });

  it('with a code that nobody has classed is tried until it has come three times', () => {
    const answer = { class: 'unknown', code: 'X9' } as const;
    const after = (unknownAnswers: number) =>
      settled({ claim: { tries: unknownAnswers, unknownAnswers }, answer });
    expect([0, 1, 2].map((tries) => after(tries).state)).toEqual([
      'retry_scheduled',
      'retry_scheduled',
      'rejected',
    ]);
    expect(after(2).reason).toBe('X9');
    expect(settled({ claim: { tries: 4 }, answer }), 'after other failures').toMatchObject({
      state: 'retry_scheduled',
      tries: 5,
    });
    expect(settled({ claim: { tries: 6 }, answer })).toMatchObject({
      state: 'failed',
      reason: 'no_tries_left',
    });
  });

  it('that a field is wrong is repaired once, at once, by leaving out what the platform names', () => {
    const answer = { class: 'invalid', code: 'BAD_PHONE', leaveOut: 'phone' } as const;
    expect(settled({ answer })).toMatchObject({ state: 'retry_scheduled', dueAt: START, leftOut: ['phone'] });
    expect(settled({ answer, claim: { leftOut: ['email'] } })).toMatchObject({
      ...{ state: 'rejected', reason: 'BAD_PHONE', dueAt: null },
    });
  });

  it('names a pause of a second at least and a day at most', () => {
    const due = (retryAfterMs: number | null) =>
      Number(settled({ answer: { class: 'throttled', retryAfterMs } }).dueAt) - START;
    expect([null, 0, -5_000, Number.NaN, 1, 7_000, 9 * DAY_MS, Infinity].map(due)).toEqual([
      ...[MINUTE_MS, MINUTE_MS, MINUTE_MS, MINUTE_MS, 1_000, 7_000, DAY_MS, DAY_MS],
    ]);
  });

  it('that it is throttled still makes the pause as long again, up to an hour', () => {
    const due = (retryAfterMs: number | null, throttledFor: number) =>
      Number(settled({ claim: { throttledFor }, answer: { class: 'throttled', retryAfterMs } }).dueAt) -
      START;
    expect(due(1_000, 8_000)).toBe(8_000);
    expect(due(null, 5 * MINUTE_MS)).toBe(5 * MINUTE_MS);
    expect(due(7 * MINUTE_MS, 5 * MINUTE_MS), 'but no shorter than is said').toBe(7 * MINUTE_MS);
    expect(due(null, DAY_MS)).toBe(HOUR_MS);
  });
});

describe('an attempt of unknown outcome', () => {
  const answer = { class: 'transient', isOutcomeKnown: false, httpStatus: null } as const;

  it('is made again where the platform knows the repeat by its key', () => {
    for (const platform of AD_PLATFORMS)
      expect(settled({ platform, answer })).toMatchObject({ state: 'retry_scheduled', unknownSince: START });
  });

  it('is not made again at Microsoft without a click, by which alone it would know the repeat', () => {
    expect(settled({ platform: 'microsoft_ads', answer, click: null })).toMatchObject({
      ...{ state: 'failed', reason: 'outcome_unknown', dueAt: null },
    });
  });

  it('is not made again at Meta past 48 hours from the first of them', () => {
    const next = (hours: number, tries: number) =>
      settled({
        ...{ platform: 'meta_ads', answer, claim: { tries, unknownSince: START } },
        at: START + hours * HOUR_MS,
      });
    expect(next(23, 5)).toMatchObject({ state: 'retry_scheduled', unknownSince: START });
    expect(next(25, 5)).toMatchObject({ state: 'failed', reason: 'outcome_unknown' });
    expect(
      settled({ ...{ claim: { tries: 5, unknownSince: START }, answer }, at: START + 25 * HOUR_MS }).state,
    ).toBe('retry_scheduled');
  });
});

describe('a question what became of an accepted conversion', () => {
  const claim = { step: 'verify', acceptedAt: START, reference: 'r1', tries: 1 } as const;

  it('is asked with pauses that double up to twelve hours, for 72 hours', () => {
    const times: number[] = [];
    let at = START;
    for (;;) {
      const next = settled({ claim, answer: { class: 'processing' }, at });
      if (next.dueAt === null) {
        expect(next).toMatchObject({ state: 'accepted', reason: 'no_verdict' });
        break;
      }
      expect(next).toMatchObject({ state: 'accepted', reason: null, step: 'verify', reference: 'r1' });
      at = next.dueAt;
      times.push((at - START) / HOUR_MS);
    }
    expect(times).toEqual([0.5, 1.5, 3.5, 7.5, 15.5, 27.5, 39.5, 51.5, 63.5, 72]);
  });

  it.each(['transient', 'throttled', 'unknown', 'too_early'] as const)(
    'that fails as %s is asked again, and never sends the conversion again',
    (answer) => {
      const next = settled({ claim, answer: { class: answer, retryAfterMs: 1000 } });
      expect(next).toMatchObject({ state: 'accepted', step: 'verify', dueAt: START + HOUR_MS / 2, tries: 1 });
    },
  );

  it('that fails is not asked again sooner than the platform says', () => {
    const next = settled({ claim, answer: { class: 'transient', retryAfterMs: HOUR_MS } });
    expect(next).toMatchObject({ state: 'accepted', step: 'verify', dueAt: START + HOUR_MS });
  });

  it.each([
    ['delivered', { state: 'delivered', dueAt: null }],
    ['duplicate', { state: 'duplicate', dueAt: null }],
    ['unmatched', { state: 'unmatched', dueAt: null }],
    ['expired', { state: 'expired', dueAt: null }],
    ['invalid', { state: 'rejected', reason: 'CODE', dueAt: null }],
    ['send_again', { state: 'retry_scheduled', step: 'send', reference: null, unknownSince: START }],
    ['auth', { state: 'blocked', reason: 'auth', step: 'verify', reference: 'r1', dueAt: null }],
    [
      'config',
      { state: 'blocked', reason: 'CODE', step: 'send', reference: null, acceptedAt: null, dueAt: null },
    ],
  ] as const)('that is answered with %s ends it so', (answer, expected) => {
    expect(settled({ claim, answer: { class: answer, code: 'CODE' } })).toMatchObject(expected);
  });
});

it('no attempt to send is scheduled past the window, whatever is answered and whenever', () => {
  const classes = ['transient', 'throttled', 'too_early', 'unknown', 'invalid', 'send_again'] as const;
  const given = fc.record({
    platform: fc.constantFrom(...AD_PLATFORMS),
    answer: fc.record({
      class: fc.constantFrom(...classes),
      isOutcomeKnown: fc.boolean(),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 30 * DAY_MS })),
      leaveOut: fc.option(fc.constant('phone')),
    }),
    claim: fc.record({
      tries: fc.nat(7),
      unknownSince: fc.option(fc.integer({ min: START - 3 * DAY_MS, max: START })),
    }),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
    click: fc.constantFrom(CLICK, null),
    retryUntil: fc.integer({ min: START, max: START + 2 * DAY_MS }),
  });
  fc.assert(
    fc.property(given, (each) => {
      const { dueAt, state } = settled(each);
      if (dueAt === null) expect(['failed', 'rejected']).toContain(state);
      else expect(dueAt).toBeLessThanOrEqual(each.retryUntil);
    }),
  );
});
