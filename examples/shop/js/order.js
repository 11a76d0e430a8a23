import { totalCents } from './cart.js';

const KEY = 'lowfield.order';

/**
 * The order that was placed in this tab.
 * @typedef {{ id: string, lines: import('./cart.js').Line[], cents: number, contact: object | null }} Order
 */

export function placeOrder(lines, contact) {
  save({ id: newOrderId(), lines, cents: totalCents(lines), contact });
}

/** @returns {Order | null} */
export function readOrder() {
  return JSON.parse(sessionStorage.getItem(KEY));
}

/** A reported order keeps nothing of the person, and says by that that it was reported. */
export function markReported(order) {
  save({ ...order, contact: null });
}

function save(order) {
  sessionStorage.setItem(KEY, JSON.stringify(order));
}

function newOrderId() {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return `LP-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;
}
