import type { EventId } from '@cvq/contract';
import { DeliveryLogUnreadable } from '../../delivery-log-unreadable.ts';
import type { AdDeliveryFilter, Period } from '../../reports.ts';
import { adStateCode, TOLD } from '../forwarding/ad-delivery-codes.ts';
import { oncePerConnection } from '../once-per-connection.ts';
import type { Sale } from './attribution.ts';
import type { ReportRun } from './report-run.ts';

const FIND = `
  SELECT ms, suffix FROM ad_deliveries
  JOIN ad_integrations ON ad_integrations.id = ad_deliveries.integration
  WHERE project = :project AND ms BETWEEN :from AND :to
    AND platform IN (SELECT value FROM json_each(:platforms))
    AND ${TOLD.state} IN (SELECT value FROM json_each(
      iif(ad_integrations.key IN (SELECT value FROM json_each(:stopped)), :statesOfStopped, :states)
    ))
    AND (:reason IS NULL OR ${TOLD.reason} = :reason)`;

const findIn = oncePerConnection((db) => db.prepare(FIND).raw());

/**
 * Those of a period's conversions that have a delivery to an ad platform as it is asked for.
 * @throws DeliveryLogUnreadable
 */
export function withDeliveries<Place extends { readonly id: EventId }>(
  run: Pick<ReportRun, 'db' | 'project'>,
  places: readonly Place[],
  filter: AdDeliveryFilter,
): Place[] {
  const [from, to] = places.reduce(
    ([first, last], { id: { ms } }) => [Math.min(first, ms), Math.max(last, ms)],
    [Infinity, -Infinity],
  );
  if (from > to) return [];
  const keys = new Set(find(run, { from, to }, filter).map(([ms, suffix]) => keyOf({ ms, suffix })));
  return places.filter(({ id }) => keys.has(keyOf(id)));
}

function find(
  { db, project }: Pick<ReportRun, 'db' | 'project'>,
  { from, to }: Period,
  { platforms, states, stopped, statesOfStopped, reason }: AdDeliveryFilter,
): [number, string][] {
  try {
    return findIn(db).all({
      ...{ project, from, to, reason: reason ?? null },
      platforms: JSON.stringify(platforms),
      states: JSON.stringify(states.map(adStateCode)),
      stopped: JSON.stringify(stopped),
      statesOfStopped: JSON.stringify(statesOfStopped.map(adStateCode)),
    }) as [number, string][];
  } catch (error) {
    throw new DeliveryLogUnreadable(error);
  }
}

/** The id of the event that is a sale. */
export function idOf({ day: { sales }, sale }: Sale): EventId {
  return { ms: sales.ms[sale] as number, suffix: sales.suffix[sale] as string };
}

export const keyOf = ({ ms, suffix }: EventId) => `${ms}_${suffix}`;
