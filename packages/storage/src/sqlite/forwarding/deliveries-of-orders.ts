import type { AdPlatform, EventId } from '@cvq/contract';
import type { Connection } from '../open-database.ts';
import { IS_ORDER } from '../row-conditions.ts';
import { adStateCode, adStateOf, isTaken, TOLD } from './ad-delivery-codes.ts';
import { ALL_DELIVERIES } from './all-deliveries.ts';
import { CONVERSION, DELIVERY } from './delivery-keys.ts';
import { mayHaveSent } from './delivery-rows.ts';
import { orderOfConversionIn, type ReportedOrder } from './order-of-conversion.ts';

type Conversion = EventId & { readonly project: number };
/** A delivery by which the order of a conversion stands. */
export type DeliveryOfOrder = EventId & {
  readonly number: number;
  readonly integration: string;
  readonly platform: AdPlatform;
  /** As it is told. */
  readonly state: number;
  readonly reason: string | null;
  readonly nextAttemptAt: number | null;
  readonly acceptedAt: number | null;
  readonly begunAt: number | null;
  readonly mayHaveArrivedAt: number | null;
};

const selectFrom = (deliveries: string) => `
  SELECT ms, suffix, ad_deliveries.integration AS number, ad_integrations.key AS integration, ad_integrations.platform,
    ${TOLD.state} AS state, ${TOLD.reason} AS reason,
    ${TOLD.nextAttemptAt} AS nextAttemptAt, accepted_at AS acceptedAt, begun_at AS begunAt,
    may_have_arrived_at AS mayHaveArrivedAt
  FROM ${deliveries} JOIN ad_integrations ON ad_integrations.id = ad_deliveries.integration`;
const HOLDER = `
  SELECT ms, suffix FROM ad_reserved_orders
  WHERE ${IS_ORDER} AND integration = :number`;

/**
 * Finds of a conversion, for each integration that it is owed to, the delivery by which its order stands: its own, or that of
 * another report of the order which was sent in its place. `mayBeOthers`: false where it is known that none holds the order. To be
 * used within a transaction.
 */
export function deliveriesOfOrdersIn(
  db: Connection,
): (conversion: Conversion, mayBeOthers?: boolean) => DeliveryOfOrder[] {
  // Few are still owed, and to look for all of them among these as well takes several times as long.
  const isOwed = db.prepare(`SELECT 1 FROM ad_owed WHERE ${CONVERSION}`).pluck();
  const ofOwed = db.prepare(`${selectFrom(ALL_DELIVERIES)} WHERE ${CONVERSION}`);
  const ofMade = db.prepare(`${selectFrom('ad_deliveries')} WHERE ${CONVERSION}`);
  const find = db.prepare(`${selectFrom('ad_deliveries')} WHERE ${DELIVERY}`);
  const holderOf = db.prepare(HOLDER);
  const orderOf = orderOfConversionIn(db);

  function sentInPlaceOf(
    own: DeliveryOfOrder,
    { project }: Conversion,
    order: ReportedOrder,
  ): DeliveryOfOrder | undefined {
    const holder = holderOf.get({ project, ...order, number: own.number }) as EventId | undefined;
    if (holder === undefined) return undefined;
    const other = find.get({ project, ...holder, integration: own.number }) as DeliveryOfOrder | undefined;
    return other !== undefined && (isOthers(own) || mayHaveSent(other)) ? other : undefined;
  }

  return (conversion, mayBeOthers = true) => {
    const found = isOwed.get(conversion) === undefined ? ofMade : ofOwed;
    const rows = found.all(conversion) as DeliveryOfOrder[];
    if (!mayBeOthers || rows.every(({ state }) => isTaken(adStateOf(state)))) return rows;
    const order = orderOf(conversion);
    if (order === null) return rows;
    return rows.map((own) =>
      isTaken(adStateOf(own.state)) ? own : (sentInPlaceOf(own, conversion, order) ?? own),
    );
  };
}

/** It was not sent since another report of its order was. */
const isOthers = ({ state, reason }: DeliveryOfOrder) =>
  state === adStateCode('skipped') && reason === 'duplicate_order';
