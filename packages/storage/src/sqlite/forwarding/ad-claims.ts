import type { AdClaim } from '../../ad-delivery-store.ts';
import type { DeliveryQueue, Outstanding } from '../../delivery-store.ts';
import type { Connection } from '../open-database.ts';
import { AttemptLog } from './attempt-log.ts';
import { type DeliveryKey, deliveryKey, integrationNumber } from './delivery-keys.ts';
import {
  DELIVERY_COLUMNS,
  type DeliveryRow,
  DeliveryRows,
  deliveryRowOf,
  mayHaveArrivedAt,
} from './delivery-rows.ts';
import { OwedDeliveries } from './make-owed-deliveries.ts';
import { OWED_SINCE, OwedLists } from './owed-lists.ts';
import { Throttles } from './throttles.ts';

/** Before it nothing of an integration is due: it is left alone, or a probe is under way. 0 where nothing is in the way. */
const SENDS_FROM = 'max(coalesce(throttled_until, 0), coalesce(probe_until, 0))';

const OF_INTEGRATION = 'FROM ad_deliveries INDEXED BY ad_deliveries_outstanding WHERE settled_at IS NULL';

/**
 * Every integration with something outstanding, by steps through the index: a long backlog costs one step. Nothing is due
 * before its platform takes anything again.
 */
const OUTSTANDING = `
  WITH RECURSIVE integrations(id) AS (
    SELECT min(integration) ${OF_INTEGRATION}
    UNION ALL
    SELECT (SELECT min(integration) ${OF_INTEGRATION} AND integration > integrations.id)
    FROM integrations WHERE integrations.id IS NOT NULL
  ), ${OWED_SINCE}, parts(id, due_at, due) AS (
    SELECT id, (SELECT min(due_at) ${OF_INTEGRATION} AND integration = integrations.id), (SELECT count(*) FROM (
        SELECT 1 ${OF_INTEGRATION} AND integration = integrations.id AND due_at <= :now LIMIT :atMost
      ))
    FROM integrations WHERE id IS NOT NULL
    UNION ALL
    SELECT integration, since + hold, (SELECT count(*) FROM (
        SELECT 1 FROM ad_owed WHERE list = owed_since.list AND created_at <= :now - hold LIMIT :atMost
      ))
    FROM owed_since
  ), due AS (
    SELECT ad_integrations.key AS destination, ${SENDS_FROM} AS sendsFrom, min(parts.due_at) AS dueAt,
      iif(${SENDS_FROM} > :now, 0, min(sum(parts.due), :atMost)) AS due
    FROM parts JOIN ad_integrations USING (id) GROUP BY ad_integrations.id
  )
  SELECT destination, max(dueAt, sendsFrom) AS dueAt, due FROM due`;

const DUE = `
  SELECT ad_deliveries.project, ad_deliveries.ms, ad_deliveries.suffix, projects.key AS projectName,
    ad_integrations.platform, ${DELIVERY_COLUMNS}
  FROM ad_deliveries INDEXED BY ad_deliveries_outstanding
  JOIN projects ON projects.id = ad_deliveries.project
  JOIN ad_integrations ON ad_integrations.id = ad_deliveries.integration
  WHERE integration = :integration AND settled_at IS NULL AND due_at <= :now
    AND ${SENDS_FROM} <= :now
  ORDER BY due_at, ms, suffix LIMIT :limit`;

/** Of workers that have died: nobody else lets a lease run out. */
const ENDED_LEASES = `
  SELECT project, ms, suffix, integration, ${DELIVERY_COLUMNS}
  FROM ad_deliveries INDEXED BY ad_deliveries_outstanding
  WHERE integration = :integration AND settled_at IS NULL AND due_at <= :now AND claimed_at IS NOT NULL`;

type DueRow = Omit<DeliveryKey, 'integration'> & Pick<AdClaim, 'platform'> & { readonly projectName: string };
type Places = Parameters<DeliveryQueue['claim']>[0];
type Lease = Parameters<DeliveryQueue['claim']>[1];

/** Leases of deliveries: one that was claimed is due again when its lease runs out, so a dead worker's comes back by itself. */
export class AdClaims {
  readonly #db: Connection;
  readonly #rows: DeliveryRows;
  readonly #log: AttemptLog;
  readonly #throttles: Throttles;
  readonly #outstanding;
  readonly #due;
  readonly #endedLeases;
  readonly #owed: OwedLists;
  readonly #owedDeliveries: OwedDeliveries;

  constructor(db: Connection) {
    this.#db = db;
    this.#rows = new DeliveryRows(db);
    this.#log = new AttemptLog(db);
    this.#throttles = new Throttles(db);
    this.#outstanding = db.prepare(OUTSTANDING);
    this.#due = db.prepare(DUE);
    this.#endedLeases = db.prepare(ENDED_LEASES);
    this.#owed = new OwedLists(db);
    this.#owedDeliveries = new OwedDeliveries(db);
  }

  outstanding(now: number, atMost: number): Outstanding[] {
    const found = this.#outstanding.all({ now, atMost }) as (Outstanding & { dueAt: number | null })[];
    return found.map((each) => ({ ...each, dueAt: each.dueAt ?? Number.POSITIVE_INFINITY }));
  }

  claim(places: Places, lease: Lease): AdClaim[] {
    const claim = () => {
      const owed = this.#owed.due(lease.now);
      return places.flatMap(({ destination, limit }) => {
        const integration = integrationNumber(this.#db, destination);
        if (integration === undefined) return [];
        for (const { list, hold } of owed.get(integration) ?? [])
          this.#owedDeliveries.makeUpTo({ list, until: lease.now - hold, limit });
        const throttledFor = this.#throttles.lasted(integration);
        const atMost = throttledFor === null ? limit : Math.min(limit, 1);
        const due = this.#due.all({ integration, now: lease.now, limit: atMost }) as (DueRow & object)[];
        if (throttledFor !== null && due.length > 0) this.#throttles.beginProbe(integration, lease.until);
        return due.map((row) => ({
          ...this.#take(row, { destination, integration, lease }),
          throttledFor,
        }));
      });
    };
    return this.#db.transaction(claim).immediate();
  }

  /** Nothing is known of what they were broken off in: the platform may have taken them. */
  release(claims: readonly AdClaim[], now: number): void {
    this.#ofClaims(claims, (key, row) => this.#giveBack(key, row, now));
  }

  endLeases(destination: string, now: number): void {
    const integration = integrationNumber(this.#db, destination);
    if (integration === undefined) return;
    this.#db
      .transaction(() => {
        for (const found of this.#endedLeases.all({ integration, now }) as (DeliveryKey & object)[]) {
          const { project, ms, suffix } = found;
          this.#giveBack({ project, ms, suffix, integration }, deliveryRowOf(found), now);
        }
      })
      .immediate();
  }

  postpone(claims: readonly AdClaim[], dueAt: number): void {
    this.#ofClaims(claims, (key, row) => this.#rows.write(key, { ...row, dueAt, claimedAt: null }));
  }

  #ofClaims(claims: readonly AdClaim[], giveBack: (key: DeliveryKey, row: DeliveryRow) => void): void {
    this.#db
      .transaction(() => {
        for (const claim of claims) {
          this.#throttles.endProbe(claim);
          const key = deliveryKey(this.#db, claim);
          const row = key && this.#rows.find(key);
          if (key !== null && row?.claimedAt === claim.claimedAt) giveBack(key, row);
        }
      })
      .immediate();
  }

  #take(
    due: DueRow & object,
    { destination, integration, lease }: { destination: string; integration: number; lease: Lease },
  ): Omit<AdClaim, 'throttledFor'> {
    const { project, ms, suffix, projectName, platform } = due;
    const key = { project, ms, suffix, integration };
    const found = deliveryRowOf(due);
    const row = found.claimedAt === null ? found : this.#interrupted(key, found);
    this.#rows.write(key, { ...row, claimedAt: lease.now, dueAt: lease.until });
    return {
      destination,
      integration: destination,
      platform,
      project: projectName,
      event: { ms, suffix },
      attempt: row.attempts + 1,
      claimedAt: lease.now,
      step: row.step,
      tries: row.tries,
      unknownAnswers: this.#log.unknownAnswers(key, row.tries),
      reference: row.reference,
      key: row.key,
      leftOut: row.leftOut,
      unknownSince: row.unknownSince,
      acceptedAt: row.acceptedAt,
      mayHaveArrived: mayHaveArrivedAt(row) !== null,
    };
  }

  #giveBack(key: DeliveryKey, row: DeliveryRow, now: number): void {
    const interrupted = this.#interrupted(key, row);
    this.#rows.write(key, { ...interrupted, state: givenBack(row), dueAt: now, claimedAt: null });
  }

  /** Writes the attempt down that nobody will end. What it was to send may have arrived. */
  #interrupted(key: DeliveryKey, row: DeliveryRow): DeliveryRow {
    const startedAt = row.claimedAt as number;
    const number = row.attempts + 1;
    this.#log.addInterrupted(key, { number, step: row.step, startedAt });
    return { ...row, attempts: number, begunAt: null, unknownSince: row.unknownSince ?? row.begunAt };
  }
}

/** What was broken off is made once more. */
function givenBack({ state, step }: DeliveryRow): DeliveryRow['state'] {
  return step === 'send' ? 'retry_scheduled' : state;
}
