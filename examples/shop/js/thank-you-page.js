import { formatCents, fromCents } from './money.js';
import { markReported, readOrder } from './order.js';

const order = readOrder();
if (order) {
  showOrder();
  if (order.contact) reportPurchase();
}

/** Once per order: opening this page again shows the order and reports nothing. */
function reportPurchase() {
  window.cvq = window.cvq || [];
  window.cvq.push([
    'trackPurchase',
    {
      orderId: order.id,
      value: fromCents(order.cents),
      currency: 'EUR',
      items: order.lines.map(({ sku, name, cents, quantity }) => ({
        sku,
        name,
        price: fromCents(cents),
        quantity,
      })),
    },
    order.contact,
  ]);
  markReported(order);
}

function showOrder() {
  const part = (name) => document.querySelector(`[data-${name}]`);
  const template = document.querySelector('#line');
  part('no-order').hidden = true;
  part('order').hidden = false;
  part('order-id').textContent = order.id;
  part('total').textContent = formatCents(order.cents);
  part('lines').replaceChildren(
    ...order.lines.map(({ name, cents, quantity }) => {
      const line = template.content.cloneNode(true);
      line.querySelector('[data-quantity]').textContent = quantity;
      line.querySelector('[data-name]').textContent = name;
      line.querySelector('[data-sum]').textContent = formatCents(cents * quantity);
      return line;
    }),
  );
}
