import { AD_PLATFORMS, type AdDeliveryState, type AdPlatform, STATUS_OF_DELIVERY_STATE } from '@cvq/contract';
import { HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import { describe, expect, it } from 'vitest';
import { inTurn } from '../../../../test/builders/whole.ts';
import type { AnswerClass, Built } from '../../src/ad-platforms/adapter.ts';
import { deliveryJson } from '../../src/read/deliveries/delivery-json.ts';
import { integrationsOf } from '../../src/read/deliveries/standing.ts';
import { START } from '../collector.ts';
import { ADA, type AdWorkshop, HOLD, openAdWorkshop } from './ad-workshop.ts';

const SENT_AT = START + HOLD;

/** What becomes of a delivery after its first answer, and what the log says of it. */
type Expected = {
  readonly state: AdDeliveryState;
  readonly reason?: string;
  /** Until the next attempt, in milliseconds; null where there is none. */
  readonly next: number | null;
  readonly logged?: RegExp;
};

const FAILED = /will not be tried again/;
const RECONNECT =
  /connected anew, by cvq integration update --project proj_\w+ --platform \w+ --credentials FILE/;
const LEFT_ALONE = /asks to be left alone: nothing is sent to the integration until 2026-/;
const UNKNOWN = /a code that cvq does not know/;
const SET_RIGHT = /must be set right .* cvq integration test --project proj_\w+ --platform \w+ says/;

/** Section 6.2 of what was found out about the platforms, and section 1 for what each of them calls it. */
const MATRIX: Readonly<Record<AnswerClass, (platform: AdPlatform) => Expected>> = {
  accepted: (platform) =>
    platform === 'google_ads'
      ? { state: 'accepted', next: 30 * MINUTE_MS }
      : { state: 'delivered', next: null },
  processing: (platform) =>
    platform === 'google_ads'
      ? { state: 'accepted', next: 30 * MINUTE_MS }
      : { state: 'delivered', next: null },
  delivered: () => ({ state: 'delivered', next: null }),
  duplicate: () => ({ state: 'duplicate', next: null }),
  same_click: () => ({ state: 'rejected', reason: 'CODE', next: null, logged: FAILED }),
  unmatched: () => ({ state: 'unmatched', next: null }),
  transient: () => ({ state: 'retry_scheduled', next: 7 * MINUTE_MS }),
  send_again: () => ({ state: 'retry_scheduled', next: 7 * MINUTE_MS }),
  unknown: () => ({ state: 'retry_scheduled', next: 7 * MINUTE_MS, logged: UNKNOWN }),
  throttled: () => ({ state: 'throttled', reason: 'CODE', next: 7 * MINUTE_MS, logged: LEFT_ALONE }),
  too_early: (platform) => ({
    state: 'waiting',
    next: { google_ads: 6, microsoft_ads: 2, meta_ads: 1 }[platform] * HOUR_MS,
  }),
  auth: () => ({ state: 'blocked', reason: 'auth', next: null, logged: RECONNECT }),
  config: () => ({ state: 'blocked', reason: 'CODE', next: null, logged: SET_RIGHT }),
  invalid: () => ({ state: 'rejected', reason: 'CODE', next: null, logged: FAILED }),
  expired: () => ({ state: 'expired', next: null, logged: FAILED }),
};

const ANSWERS = Object.keys(MATRIX) as AnswerClass[];

const SAID = { code: 'CODE', message: `No ${ADA.email}`, httpStatus: 400, retryAfterMs: 7 * MINUTE_MS };

describe.each(AD_PLATFORMS)('a delivery to %s', (platform) => {
  const row = AD_PLATFORMS.indexOf(platform);
  it.each(inTurn(ANSWERS, row, AD_PLATFORMS.length))('that is answered with %s', async (answer) => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: answer, ...SAID, reference: 'r1' });
    await shop.deliverAt(SENT_AT - 1);
    expect(shop.sent).toEqual([]);
    await shop.deliverAt(SENT_AT);

    const { state, reason = null, next, logged } = MATRIX[answer](platform);
    const delivery = await shop.delivery(sale);
    expect(delivery).toMatchObject({ state, reason, attempts: 1 });
    expect(delivery.nextAttemptAt).toBe(next === null ? null : SENT_AT + next);
    expect(delivery.lastAttempt).toMatchObject({ answer, code: 'CODE', httpStatus: 400, startedAt: SENT_AT });
    expect(shop.figures.read()[`${platform}:${state}`]).toBe(1);
    expect(shop.lines.map(({ msg }) => String(msg))).toEqual(
      logged === undefined ? [] : [expect.stringMatching(logged)],
    );
    expect(JSON.stringify(shop.lines)).not.toContain(ADA.email);
    const integrations = await integrationsOf(shop.project, shop.control);
    expect(
      deliveryJson(
        { ...delivery, sentAs: null },
        { conversion: { event: sale, counts: true }, integrations, now: SENT_AT },
      ),
    ).toMatchObject({
      ...{ platform, attempts: 1, last_response_status: 400, skip_reason: null },
      ...toldAs({ state, reason, next }),
    });
    if (STATUS_OF_DELIVERY_STATE[state] === 'failed')
      expect(shop.lines[0]).toMatchObject({ platform, state, code: 'CODE' });

    // A millisecond too early nothing happens, and nothing at all after an end.
    const before = shop.sent.length;
    await shop.deliverAt(next === null ? SENT_AT + 30 * HOUR_MS : SENT_AT + next - 1);
    expect(shop.sent.length).toBe(before);
    if (next === null) return;
    await shop.deliverAt(SENT_AT + next);
    expect(shop.sent.length).toBe(before + 1);
  });

  it('that fails again and again has failed after seven attempts, all by the same key', async () => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'transient', httpStatus: 503, code: '503' });
    const times: number[] = [];
    for (let due: number | null = SENT_AT; due !== null; ) {
      times.push(due);
      await shop.deliverAt(due);
      due = (await shop.delivery(sale)).nextAttemptAt;
    }
    const pauses = times.slice(1).map((time, index) => time - Number(times[index]));
    expect(pauses).toEqual([30_000, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS]);
    expect(await shop.delivery(sale)).toMatchObject({
      state: 'failed',
      reason: 'no_tries_left',
      attempts: 7,
    });
    expect(new Set(shop.sent.map(({ key }) => key)).size).toBe(1);
    expect(shop.lines).toHaveLength(1);
    expect(shop.lines[0]).toMatchObject({ platform, state: 'failed', reason: 'no_tries_left', code: '503' });
  });

  it('with a field that the platform refuses is repaired once, and rejected when it refuses another', async () => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'invalid', code: 'BAD_FIELD', leaveOut: 'phone' });
    await shop.deliverAt(SENT_AT);
    const [first, second] = shop.sent.map(({ built }) => hashedFields(built));
    expect(first).toContain('phone');
    expect(second).toEqual(first?.filter((field) => field !== 'phone'));
    expect(await shop.delivery(sale)).toMatchObject({ state: 'rejected', reason: 'BAD_FIELD', attempts: 2 });
    expect(shop.sent[1]?.key).toBe(shop.sent[0]?.key);
  });

  it('whose login is refused stops all deliveries of the integration, told once, until it is connected anew', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect(platform);
    const sales = [await shop.sell(), await shop.sell(), await shop.sell()];
    shop.script.answer = () => ({ class: 'auth', code: 'invalid_grant', message: 'Token has been revoked' });
    await shop.deliverAt(SENT_AT);
    await shop.sell();
    await shop.deliverAt(SENT_AT + HOUR_MS);
    expect(shop.sent.length).toBeLessThanOrEqual(3);
    expect(await shop.control.findIntegration(id)).toMatchObject({
      state: 'reconnect_required',
      problem: { code: 'invalid_grant', message: 'Token has been revoked', at: SENT_AT },
    });
    expect(shop.lines).toMatchObject([{ level: 40, platform, integration: id, code: 'invalid_grant' }]);

    await shop.control.changeIntegration(id, {
      state: 'active',
      problem: null,
      credentials: await credentialsOf(shop, id),
    });
    await shop.queue.resume(id, shop.clock.now);
    shop.script.answer = () => ({ class: 'delivered' });
    await shop.deliverAt(SENT_AT + HOUR_MS + HOLD);
    for (const sale of sales) expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
  });

  it('that is throttled holds back the others of its integration, and counts no try', async () => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const sale = await shop.sell();
    const throttled = { class: 'throttled', httpStatus: 429, code: 'SLOW', retryAfterMs: HOUR_MS } as const;
    shop.script.answer = () => throttled;
    await shop.deliverAt(SENT_AT);
    const other = await shop.sell();
    await shop.deliverAt(SENT_AT + HOLD);
    expect(shop.sent).toHaveLength(1);
    expect(await shop.delivery(other)).toMatchObject({
      ...{ state: 'throttled', reason: 'SLOW', attempts: 0, nextAttemptAt: SENT_AT + HOUR_MS },
    });
    for (let hours = 1; hours <= 9; hours += 1) await shop.deliverAt(SENT_AT + hours * HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'throttled' });
    shop.script.answer = () => ({ class: 'delivered' });
    await shop.deliverAt(SENT_AT + 11 * HOUR_MS);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'delivered' });
    expect(await shop.delivery(other)).toMatchObject({ state: 'delivered' });
  });

  it('that is throttled for a time that cannot be read is asked again in a minute, and again', async () => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'throttled', code: 'SLOW', retryAfterMs: Number.NaN });
    for (const minutes of [0, 1]) {
      await shop.deliverAt(SENT_AT + minutes * MINUTE_MS);
      expect(await shop.delivery(sale)).toMatchObject({
        ...{ state: 'throttled', reason: 'SLOW', nextAttemptAt: SENT_AT + (minutes + 1) * MINUTE_MS },
      });
    }
  });

  it('that is throttled for a fraction of a millisecond too is left alone to the end of that', async () => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'throttled', code: 'SLOW', retryAfterMs: 36_204.381 });
    await shop.deliverAt(SENT_AT);
    expect(await shop.delivery(sale)).toMatchObject({ state: 'throttled', nextAttemptAt: SENT_AT + 36_205 });
  });

  it('that is throttled is left alone by a collector that was started since', async () => {
    const shop = await openAdWorkshop();
    await shop.connect(platform);
    const sale = await shop.sell();
    shop.script.answer = () => ({ class: 'throttled', retryAfterMs: 6 * HOUR_MS });
    await shop.deliverAt(SENT_AT);
    const other = await shop.sell();
    const started = shop.openDeliverer();
    shop.clock.now = SENT_AT + 6 * HOUR_MS - 1;
    expect(await started.turn(), 'when it looks again').toBe(SENT_AT + 6 * HOUR_MS);
    await started.deliverDue();
    expect(shop.sent).toHaveLength(1);
    shop.script.answer = () => ({ class: 'delivered' });
    shop.clock.now += 1;
    await started.deliverDue();
    for (const each of [sale, other]) expect(await shop.delivery(each)).toMatchObject({ state: 'delivered' });
    const ends = shop.lines.filter(({ msg }) => msg === 'An ad platform takes conversions again');
    expect(ends, 'told once').toMatchObject([{ platform, level: 30 }]);
    expect(shop.lines).toHaveLength(2);
  });

  it('with a code that nobody has classed is told once, however often and of whatever it is answered', async () => {
    const shop = await openAdWorkshop();
    const { id } = await shop.connect(platform);
    for (let sales = 0; sales < 3; sales += 1) await shop.sell();
    const answer = { class: 'unknown', code: 'X9', message: `Not ${ADA.email}`, httpStatus: 400 } as const;
    shop.script.answer = () => answer;
    await shop.deliverAt(SENT_AT);
    await shop.deliverAt(SENT_AT + 30_000);
    expect(shop.sent).toHaveLength(6);
    expect(shop.lines).toMatchObject([{ level: 40, platform, integration: id, code: 'X9', status: 400 }]);
    expect(shop.lines[0]?.message).toMatch(/^Not /);
    expect(JSON.stringify(shop.lines)).not.toContain(ADA.email);
    shop.script.answer = () => ({ ...answer, code: 'X10' });
    await shop.sell();
    await shop.deliverAt(SENT_AT + 30_000 + HOLD);
    const told = shop.lines.filter(({ msg }) => UNKNOWN.test(String(msg)));
    expect(told.map(({ code }) => code)).toEqual(['X9', 'X10']);
  });
});

const RETRYABLE: readonly AdDeliveryState[] = ['retry_scheduled', 'blocked', 'failed', 'rejected'];

/** What the read API says of a delivery: a login that is refused is a matter of the whole integration. */
function toldAs({
  state,
  reason,
  next,
}: {
  state: AdDeliveryState;
  reason: string | null;
  next: number | null;
}) {
  const isLoggedOut = reason === 'auth';
  return {
    ...{
      status: STATUS_OF_DELIVERY_STATE[state],
      state,
      reason: isLoggedOut ? 'reconnect_required' : reason,
    },
    next_attempt_at: next === null ? null : new Date(SENT_AT + next).toISOString(),
    retryable: RETRYABLE.includes(state) && !isLoggedOut,
  };
}

function hashedFields(built: Built | null): string[] {
  const body = (built?.body ?? { hashes: {} }) as { readonly hashes: object };
  return Object.keys(body.hashes);
}

async function credentialsOf({ control }: AdWorkshop, id: string): Promise<Uint8Array> {
  const integration = await control.findIntegration(id);
  if (integration === null) throw new Error(`There is no integration ${id}`);
  return integration.credentials;
}
