import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import type { DeliveryQueue } from '@cvq/storage';
import type { Log } from '../log.ts';
import { FAILING_AFTER_MS } from '../webhooks/endpoint-status.ts';
import type { Endpoints } from '../webhooks/endpoints.ts';
import type { Bell } from './bell.ts';
import type { Deliverer } from './deliverer.ts';

type RunOptions = {
  readonly deliverer: Deliverer;
  readonly endpoints: Endpoints;
  readonly queue: DeliveryQueue;
  readonly log: Log;
  readonly now: () => number;
  /** Rung by the writer after a commit that may have added deliveries. */
  readonly bell: Pick<Bell, 'heard'>;
  /** Calls what it is given when another process may have changed something; returns how to stop that. */
  readonly watch: (heard: () => void) => () => void;
};

/** After a commit the outbox is looked into at once, and not again for this long: under load many go together. */
const BETWEEN_COMMITS_MS = 25;
const AFTER_FAILURE_MS = 1000;

const PURGE_EVERY_MS = HOUR_MS;
const LOG_DAYS = 30;

/**
 * Turns of a deliverer until it is told to stop, with the upkeep of the outbox between them. It sleeps until something
 * is due, an attempt ends, or somebody has written: nothing is asked meanwhile.
 */
export function runDeliverer({ deliverer, endpoints, queue, log, now, bell, watch }: RunOptions) {
  let stopped = false;
  let isAwake = true;
  let awake = Promise.withResolvers<void>();
  let isFailing = false;
  let warnAt = 0;
  let purgeAt = 0;

  function wake(): void {
    isAwake = true;
    awake.resolve();
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      isAwake = false;
      awake = Promise.withResolvers();
      const pause = await turn();
      if (!isAwake && pause > 0) await rest(pause);
    }
  }

  async function rest(ms: number): Promise<void> {
    const timer = setTimeout(wake, ms);
    await Promise.race([awake.promise, deliverer.ended()]);
    clearTimeout(timer);
  }

  async function listen(): Promise<void> {
    while (!stopped) {
      await bell.heard();
      wake();
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_COMMITS_MS));
    }
  }

  /** How long nothing is to be done, unless somebody wakes it. */
  async function turn(): Promise<number> {
    try {
      const nextAt = await deliverer.turn();
      await keepUp(now());
      if (isFailing) log.info('Webhooks can be delivered again');
      isFailing = false;
      return Math.min(nextAt ?? Infinity, warnAt, purgeAt) - now();
    } catch (error) {
      // A store that fails does so at each turn: it is told when it begins and when it ends.
      if (!isFailing)
        log.error({ err: error }, 'Webhooks cannot be delivered at the moment; nothing is lost');
      isFailing = true;
      await new Promise((resolve) => setTimeout(resolve, AFTER_FAILURE_MS));
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

  const stopWatching = watch(wake);
  void listen();
  const ended = loop();
  return {
    /** Begin nothing more; resolves when everything is written down or given back. */
    async stop(graceMs: number): Promise<void> {
      stopped = true;
      stopWatching();
      wake();
      await ended;
      await deliverer.stop(graceMs);
    },
  };
}
