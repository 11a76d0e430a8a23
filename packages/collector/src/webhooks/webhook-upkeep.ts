import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cvq/contract/constants';
import type { DeliveryStore } from '@cvq/storage';
import type { Upkeep } from '../deliveries/delivery-loop.ts';
import type { Log } from '../log.ts';
import type { WebhookDestinations } from './webhook-destination.ts';

/** An endpoint that has had no success for this long since a failure is shown as failing. It is never stopped. */
export const FAILING_AFTER_MS = DAY_MS;

type WebhookUpkeepOptions = {
  readonly queue: Pick<DeliveryStore, 'purge' | 'takeWarnings' | 'outstanding' | 'countOutstanding'>;
  readonly destinations: Pick<WebhookDestinations, 'find'>;
  readonly log: Log;
};

const PURGE_EVERY_MS = HOUR_MS;
/** While attempts are made, the log grows. */
const PURGE_GROWING_MS = 10_000;
const LOG_MS = 30 * DAY_MS;
const MAX_LOG_BYTES = 5_000_000;

/** More than this is a backlog, or when the first delivery is due for longer. */
const BACKLOG = { deliveries: 10_000, lateMs: 5 * MINUTE_MS };
const WARN_AGAIN_MS = HOUR_MS;

/** What is done beside sending: warnings of what does not arrive, and a delivery log that does not grow for ever. */
export class WebhookUpkeep implements Upkeep {
  readonly #options: WebhookUpkeepOptions;
  /** What came due before has waited for the collector, and not for receivers. */
  #startedAt: number | null = null;
  #lookAt = 0;
  #purgeAt = 0;
  #backlogQuietUntil = 0;

  constructor(options: WebhookUpkeepOptions) {
    this.#options = options;
  }

  async run(now: number, isGrowing: boolean): Promise<number> {
    this.#startedAt ??= now;
    if (now >= this.#lookAt) {
      this.#lookAt = now + MINUTE_MS;
      await this.#warnOfFailing(now);
      if (now >= this.#backlogQuietUntil) await this.#warnOfBacklog(now);
    }
    if (isGrowing) this.#purgeAt = Math.min(this.#purgeAt, now + PURGE_GROWING_MS);
    if (now >= this.#purgeAt) {
      const isMore = await this.#options.queue.purge({ before: now - LOG_MS, maxBytes: MAX_LOG_BYTES });
      this.#purgeAt = isMore ? now : now + PURGE_EVERY_MS;
    }
    return Math.min(this.#lookAt, this.#purgeAt);
  }

  async #warnOfFailing(now: number): Promise<void> {
    const { queue, log } = this.#options;
    const since = now - FAILING_AFTER_MS;
    for (const { endpoint, failingSince } of await queue.takeWarnings({ now, since, quietSince: since })) {
      if (!this.#isEnabled(endpoint)) continue;
      const failing_since = new Date(failingSince ?? now).toISOString();
      log.warn({ endpoint, failing_since }, 'A webhook endpoint has only failed for a day');
    }
  }

  /** What waits for a destination that is disabled is no backlog: it waits until it is enabled. */
  async #warnOfBacklog(now: number): Promise<void> {
    const { queue, log } = this.#options;
    const counts = [...(await queue.countOutstanding())].filter(([id]) => this.#isEnabled(id));
    const outstanding = counts.reduce((sum, [, count]) => sum + count, 0);
    const late = (await queue.outstanding(now, 1)).filter(({ destination }) => this.#isEnabled(destination));
    const lateMs = late.reduce((most, { dueAt }) => Math.max(most, now - dueAt), 0);
    const triedForMs = Math.min(lateMs, now - (this.#startedAt ?? now));
    if (outstanding <= BACKLOG.deliveries && triedForMs <= BACKLOG.lateMs) return;
    this.#backlogQuietUntil = now + WARN_AGAIN_MS;
    const [endpoint, most] = counts.reduce((one, other) => (other[1] > one[1] ? other : one), ['', 0]);
    log.warn(
      { outstanding, late_seconds: Math.floor(lateMs / 1000), endpoint, outstanding_of_endpoint: most },
      'Deliveries are late: more is to be sent than receivers take. The endpoint has the most of them',
    );
  }

  #isEnabled(destination: string): boolean {
    return this.#options.destinations.find(destination)?.enabled === true;
  }
}
