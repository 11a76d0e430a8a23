import type { AdClaim, AdThrottle, EndedAdAttempt } from '../../ad-delivery-store.ts';
import type { Connection } from '../open-database.ts';

const NONE = 'throttled_until = NULL, throttled_code = NULL, throttled_since = NULL, probe_until = NULL';

/**
 * Until when platforms want to be left alone, by integration. When that time has come, one delivery is a probe: the others
 * follow once the platform has answered it as usual. To be used within a transaction.
 */
export class Throttles {
  readonly #lasted;
  readonly #beginProbe;
  readonly #endProbe;
  readonly #begin;
  readonly #end;
  readonly #endByHand;
  readonly #list;

  constructor(db: Connection) {
    this.#lasted = db
      .prepare('SELECT throttled_until - throttled_since FROM ad_integrations WHERE id = ?')
      .pluck();
    this.#beginProbe = db.prepare('UPDATE ad_integrations SET probe_until = :until WHERE id = :integration');
    this.#endProbe = db.prepare('UPDATE ad_integrations SET probe_until = NULL WHERE key = ?');
    this.#begin = db.prepare(`
      UPDATE ad_integrations
      SET throttled_until = :until, throttled_code = :code, throttled_since = coalesce(throttled_since, :since)
      WHERE key = :integration AND coalesce(throttled_until, 0) < :until`);
    // Another that was under way when it began says nothing of it.
    this.#end = db.prepare(
      `UPDATE ad_integrations SET ${NONE} WHERE key = :integration AND throttled_until <= :claimedAt`,
    );
    this.#endByHand = db.prepare(`UPDATE ad_integrations SET ${NONE} WHERE id = ?`);
    this.#list = db.prepare(`
      SELECT key AS integration, throttled_since AS since, throttled_until AS until, throttled_code AS code
      FROM ad_integrations WHERE throttled_until > ? ORDER BY id`);
  }

  /** For how long the throttle of an integration has lasted when its time is over, in milliseconds; null without one. */
  lasted(integration: number): number | null {
    return (this.#lasted.get(integration) as number | null | undefined) ?? null;
  }

  /** Nothing else of the integration is sent until the probe has ended, or its lease has. */
  beginProbe(integration: number, until: number): void {
    this.#beginProbe.run({ integration, until });
  }

  endProbe({ integration, throttledFor }: AdClaim): void {
    if (throttledFor !== null) this.#endProbe.run(integration);
  }

  /** What an attempt says of it. */
  hear({ claim, throttle, endsThrottle }: EndedAdAttempt): void {
    const { integration, claimedAt } = claim;
    this.endProbe(claim);
    if (throttle !== undefined) this.#begin.run({ ...throttle, integration, since: claimedAt });
    else if (endsThrottle === true) this.#end.run({ integration, claimedAt });
  }

  endByHand(integration: number): void {
    this.#endByHand.run(integration);
  }

  list(now: number): AdThrottle[] {
    return this.#list.all(now) as AdThrottle[];
  }
}
