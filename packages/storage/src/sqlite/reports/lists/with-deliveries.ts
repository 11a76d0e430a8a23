import type { EventId } from '@cvq/contract';
import { TAKEN_DELIVERY_STATES } from '@cvq/contract/constants';
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
/** What the platform has of the conversion itself stands so, whatever became of other reports of its order. */
const NOT_TAKEN = `
  SELECT ms, suffix ${OF_PERIOD} AND state NOT IN (${TAKEN_DELIVERY_STATES.map(adStateCode).join(', ')})`;
const IS_ANY_SENT = 'SELECT EXISTS (SELECT 1 FROM ad_reserved_orders WHERE project = ?)';

const statementsIn = oncePerConnection((db) => ({
  find: db.prepare(FIND).raw(),
  notTaken: db.prepare(NOT_TAKEN).raw(),
  isAnySent: db.prepare(IS_ANY_SENT).pluck(),
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
  const found = readDeliveryLog(() => find(run, { from, to }, filter));
  if (!counts || found.maybeOthers.size === 0) return places.filter(({ id }) => found.own.has(keyOf(id)));
  const isMeant = matcherOf(filter);
  const { ofOrders } = statementsIn(run.db);
  return places.filter(({ id }, index) => {
    if (index % AT_ONCE === 0) run.interruption.check();
    const key = keyOf(id);
    if (!found.maybeOthers.has(key)) return found.own.has(key);
    return readDeliveryLog(() => ofOrders({ project: run.project, ...id }).some(isMeant));
  });
}

type Found = {
  /** Conversions of which a delivery of their own is as it is asked for. */
  readonly own: ReadonlySet<string>;
  /** Those of which one may stand where that of another report of the order does. */
  readonly maybeOthers: ReadonlySet<string>;
};

function find(
  { db, project }: Run,
  { from, to }: Period,
  { platforms, states, stopped, statesOfStopped, reason }: AdDeliveryFilter,
): Found {
  const statements = statementsIn(db);
  const ofPeriod = { project, from, to, platforms: JSON.stringify(platforms) };
  const own = statements.find.all({
    ...ofPeriod,
    reason: reason ?? null,
    states: JSON.stringify(states.map(adStateCode)),
    stopped: JSON.stringify(stopped),
    statesOfStopped: JSON.stringify(statesOfStopped.map(adStateCode)),
  });
  const notTaken = statements.isAnySent.get(project) === 1 ? statements.notTaken.all(ofPeriod) : [];
  return { own: keysOf(own), maybeOthers: keysOf(notTaken) };
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
