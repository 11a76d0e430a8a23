import {
  changeQuantity,
  emptyCart,
  MOST,
  onCartChange,
  readCart,
  removeFromCart,
  totalCents,
} from './cart.js';
import { formatCents } from './money.js';
import { placeOrder } from './order.js';

const part = (name, within = document) => within.querySelector(`[data-${name}]`);
const template = document.querySelector('#line');
const rows = new Map();

/** Changes rows in place, so that a person who types a quantity keeps the focus. */
function showCart() {
  const lines = readCart();
  part('empty').hidden = lines.length > 0;
  part('filled').hidden = lines.length === 0;
  part('total').textContent = formatCents(totalCents(lines));
  for (const [sku, row] of rows) {
    if (lines.some((line) => line.sku === sku)) continue;
    row.remove();
    rows.delete(sku);
  }
  for (const line of lines) {
    const row = rows.get(line.sku) ?? addRow(line);
    part('quantity', row).value = line.quantity;
    part('sum', row).textContent = formatCents(line.cents * line.quantity);
  }
}

function addRow({ sku, name, page, cents }) {
  const row = template.content.firstElementChild.cloneNode(true);
  row.querySelector('use').setAttribute('href', `pottery.svg#${page}`);
  row.querySelector('a').href = `${page}.html`;
  for (const label of row.querySelectorAll('[data-name]')) label.textContent = name;
  part('price', row).textContent = formatCents(cents);
  part('quantity', row).addEventListener('change', ({ currentTarget: input }) => {
    if (input.validity.valid) {
      changeQuantity(sku, input.valueAsNumber);
      say(`The total is ${formatCents(totalCents(readCart()))}.`);
    } else {
      showCart();
      say(`An order has 1 to ${MOST} of each piece.`);
    }
  });
  part('remove', row).setAttribute('aria-label', `Remove ${name}`);
  part('remove', row).addEventListener('click', () => {
    removeFromCart(sku);
    say(`${name} removed.`);
    part('cart-heading').focus();
  });
  rows.set(sku, row);
  part('lines').append(row);
  return row;
}

function say(text) {
  part('cart-status').textContent = text;
}

part('order-form').addEventListener('submit', (event) => {
  event.preventDefault();
  placeOrder(readCart(), Object.fromEntries(new FormData(event.currentTarget)));
  emptyCart();
  location.assign('thank-you.html');
});

showCart();
onCartChange(showCart);
