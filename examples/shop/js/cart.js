const KEY = 'lowfield.cart';

/** As many of one piece as an order may have. */
export const MOST = 20;

/**
 * The cart is the shop's own: a list of lines in the browser's storage.
 * @typedef {{ sku: string, name: string, page: string, cents: number, quantity: number }} Line
 */

/** @returns {Line[]} */
export function readCart() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export function addToCart(line) {
  const lines = readCart();
  const known = lines.find(({ sku }) => sku === line.sku);
  if (known) known.quantity = Math.min(MOST, known.quantity + line.quantity);
  else lines.push(line);
  writeCart(lines);
}

export function changeQuantity(sku, quantity) {
  writeCart(readCart().map((line) => (line.sku === sku ? { ...line, quantity } : line)));
}

export function removeFromCart(sku) {
  writeCart(readCart().filter((line) => line.sku !== sku));
}

export function emptyCart() {
  writeCart([]);
}

export function totalCents(lines) {
  return lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
}

/** Tells the page of every change, those made in another tab included. */
export function onCartChange(listener) {
  window.addEventListener('cart-change', listener);
  window.addEventListener('storage', listener);
}

function writeCart(lines) {
  localStorage.setItem(KEY, JSON.stringify(lines));
  window.dispatchEvent(new Event('cart-change'));
}
