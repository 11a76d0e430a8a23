import type { EventId } from '@cvq/contract';
import { MAX_AHEAD_MS } from '@cvq/contract/constants';
import type { ConversionPage, ConversionSlice, EventPlace, Period, Question } from '../../../reports.ts';
import { FLAG } from '../../days/event-columns.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import { salesOfDay } from '../../rollups/sales-of-day.ts';
import { BOT } from '../../row-codes.ts';
import { timeOf } from '../credit/attribution.ts';
import type { Sale, SaleList } from '../credit/sale-list.ts';
import { countedSales, filterMeasures } from '../filters/filtered-events.ts';
import { type ReportContext, type ReportRun, startRun } from '../report-run.ts';
import { conversionReaderOf } from '../stored/stored-conversions.ts';
import { storedEvent } from '../stored/stored-events.ts';
import { isBefore } from './is-before.ts';
import { idOf, keyOf, withDeliveries } from './with-deliveries.ts';

/** Every report of an order. */
const REPORTS = 'SELECT ms, suffix FROM order_reports WHERE project = ? AND order_id = ?';
/** Those of orders that have several, of which one is the sale: of one order or all. */
const RIVAL_REPORTS = `
  SELECT ms, suffix FROM (
    SELECT ms, suffix, at, count(*) OVER (PARTITION BY type, order_id) AS reports
    FROM order_reports WHERE project = :project AND (:orderId IS NULL OR order_id = :orderId)
  ) WHERE reports > 1 AND at >= :claimedFrom`;

const statementsIn = oncePerConnection((db) => ({
  reports: db.prepare(REPORTS),
  rivalReports: db.prepare(RIVAL_REPORTS),
}));

/** The conversions of a period: those that reports count or, on request, others. */
export function conversions(
  context: ReportContext,
  question: Question,
  period: Period,
  slice: ConversionSlice,
): ConversionPage {
  const run = startRun(context, question, period);
  const { page, total } =
    slice.kind === undefined || slice.kind === 'counted'
      ? countedPage(run, question, slice)
      : pageWithDeliveries(run, { places: otherPlaces(run, question, slice), counts: false }, slice);
  const read = conversionReaderOf(context.db);
  return { conversions: page.flatMap((id) => read(question.project, id) ?? []), total };
}

type FoundPage = { readonly page: readonly EventId[]; readonly total: number };

/** Of most conversions that count nothing is made but those of the page: ids are texts that would have to be unpacked. */
function countedPage(run: ReportRun, question: Question, slice: ConversionSlice): FoundPage {
  const counted = countedSales(run, question, filterMeasures(run, question));
  const listed = slice.orderId === undefined ? counted : ofOrder(run, counted, slice.orderId);
  if (slice.deliveries !== undefined)
    return pageWithDeliveries(run, { places: Array.from(listed, placeOfSale), counts: true }, slice);
  return { page: pageOf<Sale>(listed, placeOfSale, slice).map(idOf), total: listed.length };
}

const placeOfSale = (sale: Sale): EventPlace => ({
  at: timeOf(sale),
  get id() {
    return idOf(sale);
  },
});

function ofOrder(run: ReportRun, sales: SaleList, orderId: string): SaleList {
  const reports = statementsIn(run.db).reports.all(run.project, orderId) as EventId[];
  const wanted = new Set(reports.map(keyOf));
  return sales.filter((sale) => wanted.has(keyOf(idOf(sale))));
}

type Found = { readonly places: readonly EventPlace[]; readonly counts: boolean };

function pageWithDeliveries(run: ReportRun, found: Found, slice: ConversionSlice): FoundPage {
  const { deliveries } = slice;
  const listed = deliveries === undefined ? found.places : withDeliveries(run, found, deliveries);
  return { page: pageOf(listed, (place) => place, slice).map(({ id }) => id), total: listed.length };
}

/** What stands in the order of time. */
type Listed<Item> = {
  readonly length: number;
  filter(isWanted: (item: Item) => boolean): Listed<Item>;
  slice(from: number, to: number): Item[];
};

function pageOf<Item>(
  listed: Listed<Item>,
  placeOf: (item: Item) => EventPlace,
  { order, after, offset, limit }: ConversionSlice,
): Item[] {
  const isNewestFirst = order === 'newest_first';
  const isLeft = (place: EventPlace, last: EventPlace) =>
    isNewestFirst ? isBefore(place, last) : isBefore(last, place);
  const left = after === undefined ? listed : listed.filter((item) => isLeft(placeOf(item), after));
  const end = isNewestFirst ? left.length - offset : offset + limit;
  const page = left.slice(Math.max(0, isNewestFirst ? end - limit : offset), Math.max(0, end));
  return isNewestFirst ? page.reverse() : page;
}

/** What no report counts is rare: each is read, and looked at by itself. */
function otherPlaces(
  run: ReportRun,
  { project, filters = [] }: Question,
  { kind, orderId }: ConversionSlice,
): EventPlace[] {
  const { db, period } = run;
  const ids = kind === 'bot' ? idsOfBots(run) : rivalReports(run, orderId);
  const state = kind === 'bot' ? 'bot' : 'repeated';
  const types = filters.filter(({ dimension, operator }) => dimension === 'event_type' && operator === 'is');
  return ids
    .flatMap((id) => {
      run.interruption.check();
      const stored = storedEvent(db, project, id);
      if (stored === null || stored.conversion !== state || stored.event.exclusion !== null) return [];
      const { at, type, conversion } = stored.event;
      const isMeant =
        at >= period.from &&
        at < period.to &&
        (orderId === undefined || conversion?.orderId === orderId) &&
        types.every(({ values }) => values.includes(type));
      return isMeant ? [{ at, id }] : [];
    })
    .sort((one, other) => (isBefore(one, other) ? -1 : 1));
}

/** Those that may have happened in the period or later: no event claims its order so long before its time. */
function rivalReports({ db, project, period }: ReportRun, orderId: string | undefined): EventId[] {
  const claimedFrom = period.from - MAX_AHEAD_MS;
  const asked = { project, orderId: orderId ?? null, claimedFrom };
  return statementsIn(db).rivalReports.all(asked) as EventId[];
}

function idsOfBots({ days }: ReportRun): EventId[] {
  return days.flatMap((day) => {
    const sold = salesOfDay(day);
    return [...sold.botLevel].flatMap((botLevel, sale) => {
      const flags = sold.flags[sale] as number;
      return botLevel !== BOT.none && (flags & FLAG.never) === 0 ? [idOf({ day, sold, sale })] : [];
    });
  });
}
