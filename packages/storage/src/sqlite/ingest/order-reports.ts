import { ORDER_RANK } from '../row-codes.ts';
import { IS_ORDER_BY_PLACE } from '../row-conditions.ts';

/** Of one project, one event type and one order id there is one sale. */
export type OrderKey = { readonly project: number; readonly type: number; readonly orderId: string };

// The report of a sale may outlive its event: one that retention has deleted keeps its place among the reports of its
// order while any of them is left, so that the others stay repeats of it. An import may bring the event back, which
// then takes that place.

/**
 * The report that is the sale: those of an order lie by rank and time. Rows that are found by the beginning of the
 * primary key of a table without row ids come in the order of that key; to say so by ORDER BY takes five times as long.
 */
export const SALE_OF_ORDER = `SELECT rank, at, ms, suffix FROM order_reports WHERE ${IS_ORDER_BY_PLACE} LIMIT 1`;

/** The earliest report of a person that has a session: the visit that a backend's sale is credited to. */
export const VISIT_OF_ORDER = `
  SELECT reports.ms, reports.suffix, events.session FROM order_reports reports
  CROSS JOIN events ON events.project = reports.project AND events.ms = reports.ms AND events.suffix = reports.suffix
  WHERE reports.project = ? AND reports.type = ? AND reports.order_id = ? AND reports.rank = ${ORDER_RANK.person}
    AND events.session IS NOT NULL
  LIMIT 1`;

/** Those of persons, the earliest first. */
export const REPORTS_OF_PERSONS = `SELECT ms, suffix FROM order_reports WHERE ${IS_ORDER_BY_PLACE} AND rank = ${ORDER_RANK.person}`;

/** A report whose event was deleted and is brought back may have its place still. */
export const ADD_REPORT = `
  INSERT INTO order_reports (project, type, order_id, rank, at, ms, suffix) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
/** Gives a report another rank. It lies by the time of its claim, in an older store by that of its event. */
export const SET_RANK = `
  UPDATE order_reports SET rank = ? WHERE ${IS_ORDER_BY_PLACE} AND rank = ? AND at IN (?, ?) AND ms = ? AND suffix = ?`;
