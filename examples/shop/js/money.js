const euros = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

/** Sums are made in cents: 3 × 19.90 is 59.699999999999996 otherwise. */
export function toCents(price) {
  return Math.round(Number(price) * 100);
}

export function fromCents(cents) {
  return cents / 100;
}

export function formatCents(cents) {
  return euros.format(fromCents(cents));
}
