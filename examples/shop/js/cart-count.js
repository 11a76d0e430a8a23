import { onCartChange, readCart } from './cart.js';

const count = document.querySelector('[data-cart-count]');

function showCount() {
  const pieces = readCart().reduce((sum, { quantity }) => sum + quantity, 0);
  count.textContent = pieces > 0 ? `(${pieces})` : '';
}

showCount();
onCartChange(showCount);
