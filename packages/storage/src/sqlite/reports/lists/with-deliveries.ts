import type { EventId } from '@cvq/contract';
import type { AdDeliveryFilter, Period } from '../../../reports.ts';
import { adStateCode, adStateOf, TOLD } from '../../forwarding/ad-delivery-codes.ts';
import { ALL_DELIVERIES } from '../../forwarding/all-deliveries.ts';
import { type DeliveryOfOrder, deliveriesOfOrdersIn } from '../../forwarding/deliveries-of-orders.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import type { Sale } from '../credit/sale-list.ts';
import type { ReportRun } from '../report-run.ts';
import { readDeliveryLog } from './read-delivery-log.ts';

const OF_PERIOD = `
  FROM ${ALL_DELIVERIES} JOIN ad_integrations ON ad_integrations.id = ad_deliveries.integration
  WHERE project = :project AND ms BETWEEN :from AND :to
    AND platform IN (SELECT value FROM json_each(:platforms))`;
const FIND = `
  SELECT ms, suffix ${OF_PERIOD}
    AND ${TOLD.state} IN (SELECT value FROM json_each(
      iif(ad_integrations.key IN (SELECT value FROM json_each(:stopped)), :statesOfStopped, :states)
    ))
    AND (:reason IS NULL OR ${TOLD.reason} = :reason)`;
const HELD_BY_OTHERS = `
  SELECT reports.ms, reports.suffix FROM ad_reserved_orders AS held
  JOIN order_reports AS reports USING (project, type, order_id)
  WHERE project = ? AND NOT (reports.ms = held.ms AND reports.suffix = held.suffix)`;

const statementsIn = oncePerConnection((db) => ({
  find: db.prepare(FIND).raw(),
  heldByOthers: db.prepare(HELD_BY_OTHERS).raw(),
  ofOrders: deliveriesOfOrdersIn(db),
}));

/** Conversions that are looked at between two looks whether anybody still waits. */
const AT_ONCE = 1000;

type Places<Place> = {
  readonly places: readonly Place[];
  /** Whether reports count them: such a one stands where its order does. */
  readonly counts: boolean;
};
type Run = Pick<ReportRun, 'db' | 'project' | 'interruption'>;

/**
 * Those of a period's conversions that have a delivery to an ad platform as it is asked for.
 * @throws DeliveryLogUnreadable
 */
export function withDeliveries<Place extends { readonly id: EventId }>(
  run: Run,
  { places, counts }: Places<Place>,
  filter: AdDeliveryFilter,
): Place[] {
  const [from, to] = places.reduce(
    ([first, last], { id: { ms } }) => [Math.min(first, ms), Math.max(last, ms)],
    [Infinity, -Infinity],
  );
  if (from > to) return [];
  const own = readDeliveryLog(() => find(run, { from, to }, filter));
  const held: ReadonlySet<string> = counts ? readDeliveryLog(() => heldByOthers(run)) : new Set();
  const isMeant = matcherOf(filter);
  const { ofOrders } = statementsIn(run.db);
  return places.filter(({ id }, index) => {
    if (index % AT_ONCE === 0) run.interruption.check();
    const key = keyOf(id);
    if (!held.has(key)) return own.has(key);
    return readDeliveryLog(() => ofOrders({ project: run.project, ...id }).some(isMeant));
  });
}

/** Conversions whose order is held by another report of it: only their deliveries may stand where those of others do. */
export function heldByOthers({ db, project }: Pick<Run, 'db' | 'project'>): ReadonlySet<string> {
  return keysOf(statementsIn(db).heldByOthers.all(project));
}

/** Conversions of which a delivery of their own is as it is asked for. */
function find(
  { db, project }: Run,
  { from, to }: Period,
  { platforms, states, stopped, statesOfStopped, reason }: AdDeliveryFilter,
): ReadonlySet<string> {
  const found = statementsIn(db).find.all({
    ...{ project, from, to, platforms: JSON.stringify(platforms), reason: reason ?? null },
    states: JSON.stringify(states.map(adStateCode)),
    stopped: JSON.stringify(stopped),
    statesOfStopped: JSON.stringify(statesOfStopped.map(adStateCode)),
  });
  return keysOf(found);
}

const keysOf = (rows: unknown[]) =>
  new Set((rows as [number, string][]).map(([ms, suffix]) => keyOf({ ms, suffix })));

/** As `FIND` finds them. */
function matcherOf({ platforms, states, stopped, statesOfStopped, reason }: AdDeliveryFilter) {
  return ({ platform, integration, state, reason: why }: DeliveryOfOrder): boolean =>
    platforms.includes(platform) &&
    (stopped.includes(integration) ? statesOfStopped : states).includes(adStateOf(state)) &&
    (reason === undefined || why === reason);
}

/** The id of the event that is a sale. */
export function idOf({ day: { sales }, sale }: Sale): EventId {
  return { ms: sales.ms[sale] as number, suffix: sales.suffix.at(sale) };
}

export const keyOf = ({ ms, suffix }: EventId) => `${ms}_${suffix}`;
