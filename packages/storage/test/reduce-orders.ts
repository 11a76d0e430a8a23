import type { EventRecord } from '@cvq/storage';
import { byTime } from './reduce-sessions.ts';

const SEVEN_DAYS = 7 * 86_400_000;

/** What came of the conversions among events. */
export type Orders = {
  /** Those that count, except for bots' and removed ones. */
  readonly sales: ReadonlySet<EventRecord>;
  /** Of a backend's sale that names no session: the browser's report that it has its session from. */
  readonly visitOf: ReadonlyMap<EventRecord, EventRecord>;
  readonly removed: ReadonlySet<EventRecord>;
};

/** A conversion that was removed; `isBots` where it was a bot's at that moment, as far as anybody knew. */
export type RemovedConversion = { readonly id: EventRecord['id']; readonly isBots: boolean };

/**
 * Of the conversions which report the same order, by type and order id, the earliest of a backend is the sale, else
 * the earliest of a person's browser. One that reports leave out or a bot sent reports no order. Whoever removes one
 * that reports an order removes all that do, those of sessions of bots among them; one of a bot is removed alone.
 */
export function salesAmong(
  events: readonly EventRecord[],
  removals: readonly RemovedConversion[],
  isOfBotsSession: (event: EventRecord) => boolean,
): Orders {
  const removalOf = ({ id }: EventRecord) =>
    removals.find((removal) => removal.id.ms === id.ms && removal.id.suffix === id.suffix);
  const conversions = events.filter((event) => event.conversion !== null);
  const orders = Map.groupBy(conversions, (event) => {
    const { type, conversion, exclusion, bot } = event;
    return exclusion !== null || bot !== null || conversion?.orderId == null
      ? event
      : JSON.stringify([type, conversion.orderId]);
  });
  const sales = new Set<EventRecord>();
  const visitOf = new Map<EventRecord, EventRecord>();
  const removed = new Set<EventRecord>();
  for (const all of orders.values()) {
    const isWhole = all.some((report) => removalOf(report)?.isBots === false);
    for (const report of all) if (isWhole || removalOf(report)) removed.add(report);
    const reports = all.filter((report) => !removed.has(report));
    const servers = reports.filter(({ origin }) => origin === 'server').toSorted(byTime);
    const browsers = reports.filter(({ origin }) => origin !== 'server').toSorted(byClaim);
    const people = browsers.filter((report) => !isOfBotsSession(report));
    const sale = servers[0] ?? people[0];
    if (sale === undefined) continue;
    sales.add(sale);
    const visit = people.find(({ sessionId, visitor }) => sessionId !== null || visitor !== null);
    if (visit && sale.origin === 'server' && sale.sessionId === null) visitOf.set(sale, visit);
  }
  return { sales, visitOf, removed };
}

/** What comes later than seven days after it happened claims an order from then on only; none does before it came. */
function byClaim(one: EventRecord, other: EventRecord): number {
  return byTime({ ...one, at: claimOf(one) }, { ...other, at: claimOf(other) });
}

function claimOf({ at, receivedAt }: EventRecord): number {
  if (receivedAt - at > SEVEN_DAYS) return receivedAt + 1;
  return at > receivedAt ? receivedAt : at;
}
