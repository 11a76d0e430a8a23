import { setTimeout as delay } from 'node:timers/promises';
import type { DeliveryQueue } from '@cvq/storage';
import type { Log } from '../log.ts';
import type { Deliverer } from './deliverer.ts';
import { FAILING_AFTER_MS } from './endpoint-status.ts';
import type { Endpoints } from './endpoints.ts';

type RunOptions = {
  readonly deliverer: Deliverer;
  readonly endpoints: Endpoints;
  readonly queue: DeliveryQueue;
  readonly log: Log;
  readonly now: () => number;
};

/** How often the outbox is looked into: what another thread or process puts there says nothing. */
const POLL_MS = 25;
const POLL_WITHOUT_ENDPOINTS_MS = 500;
const POLL_AFTER_FAILURE_MS = 1000;

const MINUTE_MS = 60_000;
const PURGE_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LOG_DAYS = 30;

/** Turns of a deliverer until it is told to stop, with the upkeep of the outbox between them. */
export function runDeliverer({ deliverer, endpoints, queue, log, now }: RunOptions) {
  let stopped = false;
  let wake = Promise.withResolvers<void>();
  let isFailing = false;
  let warnAt = 0;
  let purgeAt = 0;

  async function loop(): Promise<void> {
    while (!stopped) {
      const pause = await turn();
      const rest = new AbortController();
      const rested = delay(pause, undefined, { signal: rest.signal }).catch(() => {});
      await Promise.race([rested, wake.promise, deliverer.ended()]);
      rest.abort();
    }
  }

  async function turn(): Promise<number> {
    try {
      await deliverer.turn();
      await keepUp(now());
      if (isFailing) log.info('Webhooks can be delivered again');
      isFailing = false;
      return endpoints.all().length > 0 ? POLL_MS : POLL_WITHOUT_ENDPOINTS_MS;
    } catch (error) {
      // A store that fails does so at each turn: it is told when it begins and when it ends.
      if (!isFailing)
        log.error({ err: error }, 'Webhooks cannot be delivered at the moment; nothing is lost');
      isFailing = true;
      await delay(POLL_AFTER_FAILURE_MS);
      return 0;
    }
  }

  async function keepUp(at: number): Promise<void> {
    if (at >= warnAt) {
      warnAt = at + MINUTE_MS;
      await warn(at);
    }
    if (at >= purgeAt) {
      const more = await queue.purge(at - LOG_DAYS * DAY_MS);
      purgeAt = more ? at : at + PURGE_EVERY_MS;
    }
  }

  async function warn(at: number): Promise<void> {
    const since = at - FAILING_AFTER_MS;
    for (const { endpoint, failingSince } of await queue.takeWarnings({
      now: at,
      since,
      quietSince: since,
    })) {
      if (endpoints.find(endpoint)?.enabled !== true) continue;
      const failing_since = new Date(failingSince ?? at).toISOString();
      log.warn({ endpoint, failing_since }, 'A webhook endpoint has only failed for a day');
    }
  }

  const ended = loop();
  return {
    /** Begin nothing more; resolves when everything is written down or given back. */
    async stop(graceMs: number): Promise<void> {
      stopped = true;
      wake.resolve();
      wake = Promise.withResolvers();
      await ended;
      await deliverer.stop(graceMs);
    },
  };
}
