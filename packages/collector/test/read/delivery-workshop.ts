import type { AdPlatform, EventId } from '@cvq/contract';
import { parseConversionId } from '@cvq/contract';
import {
  type AdAttempt,
  type AdNext,
  type BegunAttempt,
  type EndedAdAttempt,
  type Integration,
  openAdDeliveryStore,
} from '@cvq/storage';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import type { TestCollector } from '../collector.ts';
import { anIntegration } from './an-integration.ts';

/** Later than any delivery is due. */
const FAR = Date.parse('2200-01-01T00:00:00.000Z');

type Ended = {
  readonly attempt?: Partial<AdAttempt> | null;
  readonly next: Partial<AdNext>;
  /** The order that it is sent as, so that no other report of it is. */
  readonly order?: BegunAttempt['order'];
} & Pick<EndedAdAttempt, 'throttle'>;

const AN_ATTEMPT: Omit<AdAttempt, 'number'> = {
  ...{ step: 'send', startedAt: 0, durationMs: 120, httpStatus: 200, answer: 'delivered' },
  ...{ code: null, message: null, requestId: null, request: null, response: null },
};
const A_NEXT: AdNext = { state: 'delivered', reason: null, dueAt: null, tries: 1 };

/**
 * What stands in for the worker that sends: it claims what conversions owe, and writes down what a test says became of
 * them.
 */
export function deliveryWorkshop({ control, folder, project, clock }: TestCollector) {
  const store = openAdDeliveryStore({ folder, migrate: false }, { synced: true });
  untilFileEnds(() => store.close());
  let connected = 0;

  async function connect(platform: AdPlatform, given: Partial<Integration> = {}): Promise<string> {
    connected += 1;
    const id = `int_${platform}_${connected}`;
    const integration = anIntegration({ id, project, platform, ...given });
    await control.createIntegration(integration);
    return id;
  }

  /** What becomes of one conversion at one integration, and of no other. */
  async function end(
    conversion: string,
    integration: string,
    { attempt = {}, next, order = null, throttle }: Ended,
  ): Promise<void> {
    const { platform } = (await control.findIntegration(integration)) as Integration;
    await store.owe({ project, integration, platform, types: 'all' }, { since: 0, now: clock.now });
    const claims = await store.claim([{ destination: integration, limit: 1000 }], {
      now: FAR,
      until: FAR + 1,
    });
    const { ms, suffix } = parseConversionId(conversion) as EventId;
    const claim = claims.find(({ event }) => event.ms === ms && event.suffix === suffix);
    if (claim === undefined) throw new Error(`Nothing is owed of ${conversion} to ${integration}`);
    await store.postpone(
      claims.filter((each) => each !== claim),
      clock.now,
    );
    if (order !== null)
      await store.beginSending(claim, { startedAt: clock.now, key: conversion, exclusiveKey: null, order });
    const made = attempt && { ...AN_ATTEMPT, startedAt: clock.now, ...attempt };
    await store.record([{ claim, attempt: made, next: { ...A_NEXT, ...next }, throttle }]);
  }

  return { store, connect, end };
}
