import { addToCart } from './cart.js';
import { toCents } from './money.js';

const form = document.querySelector('[data-buy]');
const added = document.querySelector('[data-added]');

// The button's data-service attributes already report the click: nothing to track here.
form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { sku, name, page, price } = form.dataset;
  const quantity = form.elements.quantity.valueAsNumber;
  addToCart({ sku, name, page, cents: toCents(price), quantity });
  const link = document.createElement('a');
  link.href = 'cart.html';
  link.textContent = 'View the cart';
  added.replaceChildren(`${quantity} × ${name} added. `, link);
});

// Until here a click would have sent the form to the page itself.
form.querySelector('button').disabled = false;
