import type { AdPlatform, EventId } from '@cvq/contract';
import type { AdDelivery, AdDeliveryCount, AdDeliveryStore } from '../../ad-delivery-store.ts';
import { inOneMoment } from '../in-one-moment.ts';
import type { Connection } from '../open-database.ts';
import { projectNumber } from '../project-number.ts';
import { adStateOf, TOLD } from './ad-delivery-codes.ts';
import { ALL_DELIVERIES } from './all-deliveries.ts';
import { AttemptLog } from './attempt-log.ts';
import { CONVERSION } from './delivery-keys.ts';
import { DELIVERY_COLUMNS, deliveryRowOf } from './delivery-rows.ts';

type Log = {
  readonly [Name in 'deliveriesOf' | 'attemptsOf' | 'count']: (
    ...asked: Parameters<AdDeliveryStore[Name]>
  ) => Awaited<ReturnType<AdDeliveryStore[Name]>>;
};
type Named = {
  readonly number: number;
  readonly name: string;
  readonly platform: AdPlatform;
  readonly createdAt: number;
  readonly toldState: number;
  readonly toldReason: string | null;
  readonly nextAttemptAt: number | null;
};

const OF_CONVERSION = `
  SELECT ad_deliveries.integration AS number, ad_integrations.key AS name, ad_integrations.platform,
    created_at AS createdAt, ${DELIVERY_COLUMNS},
    ${TOLD.state} AS toldState, ${TOLD.reason} AS toldReason, ${TOLD.nextAttemptAt} AS nextAttemptAt
  FROM ${ALL_DELIVERIES} JOIN ad_integrations ON ad_integrations.id = ad_deliveries.integration
  WHERE ${CONVERSION} ORDER BY ad_deliveries.integration`;

/** To find nothing this way takes a twentieth of what the whole statement takes to begin. */
const IS_ANY = `
  SELECT EXISTS (SELECT 1 FROM ad_deliveries WHERE ${CONVERSION}) OR EXISTS (SELECT 1 FROM ad_owed WHERE ${CONVERSION})`;

/** Those whose ids tell another time than theirs are found by a table of their own. */
const COUNT = `
  SELECT ad_integrations.key AS integration, ad_integrations.platform, state, reason, deliveries FROM (
    SELECT integration, ${TOLD.state} AS state, ${TOLD.reason} AS reason, count(*) AS deliveries FROM (
      SELECT integration, state, reason, claimed_at, step, due_at FROM ${ALL_DELIVERIES}
      WHERE project = :project AND ms >= :from AND ms < :to AND corrected_at IS NULL
      UNION ALL
      SELECT integration, state, reason, claimed_at, step, due_at
      FROM ${ALL_DELIVERIES}
      WHERE project = :project AND (ms, suffix) IN (
        SELECT ms, suffix FROM ad_corrected_times WHERE project = :project AND at >= :from AND at < :to)
    ) owed CROSS JOIN ad_integrations ON ad_integrations.id = owed.integration GROUP BY 1, 2, 3
  ) counted JOIN ad_integrations ON ad_integrations.id = counted.integration
  ORDER BY ad_integrations.id, state, reason`;

type CountRow = Omit<AdDeliveryCount, 'state'> & { readonly state: number };

/** What people and programs are told of deliveries. */
export function adDeliveryLog(db: Connection): Log {
  const isAny = db.prepare(IS_ANY).pluck();
  const ofConversion = db.prepare(OF_CONVERSION);
  const count = db.prepare(COUNT);
  const log = new AttemptLog(db);

  function deliveryOf(project: { key: string; number: number }, event: EventId, found: Named): AdDelivery {
    const { number, name, platform, createdAt } = found;
    const row = deliveryRowOf(found);
    return {
      project: project.key,
      event,
      integration: name,
      platform,
      state: adStateOf(found.toldState),
      reason: found.toldReason,
      attempts: row.attempts,
      nextAttemptAt: found.nextAttemptAt,
      createdAt,
      askedAt: row.askedAt,
      endedAt: row.settledAt,
      lastAttempt:
        row.attempts === 0 ? null : log.last({ project: project.number, ...event, integration: number }),
      retryUntil: row.retryUntil,
      wasAccepted: row.acceptedAt !== null,
    };
  }

  const deliveriesOf = inOneMoment(db, (key: string, events: readonly EventId[]) => {
    const number = projectNumber(db, key);
    const found = new Map<EventId, AdDelivery[]>();
    if (number === undefined) return found;
    for (const event of events) {
      const { ms, suffix } = event;
      const conversion = { project: number, ms, suffix };
      if (isAny.get(conversion) === 0) continue;
      const rows = ofConversion.all(conversion) as Named[];
      found.set(
        event,
        rows.map((row) => deliveryOf({ key, number }, { ms, suffix }, row)),
      );
    }
    return found;
  });

  return {
    deliveriesOf,
    attemptsOf(project, { ms, suffix }) {
      const number = projectNumber(db, project);
      return number === undefined ? [] : log.of({ project: number, ms, suffix });
    },
    count(project, { from, to }) {
      const number = projectNumber(db, project);
      const rows = number === undefined ? [] : (count.all({ project: number, from, to }) as CountRow[]);
      return rows.map((row) => ({ ...row, state: adStateOf(row.state) }));
    },
  };
}
