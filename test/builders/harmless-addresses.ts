/** Paths that look like a secret and are none: what cuts secrets out of addresses must leave them. */
export const HARMLESS_ADDRESSES: [what: string, address: string][] = [
  ['a UUID', '/products/550e8400-e29b-41d4-a716-446655440000'],
  ['a hash of a commit', '/commit/e439b90a1b2c3d4e5f60718293a4b5c6d7e8f901'],
  ['a long name of a product', '/Nike-Air-Max-90-Premium-Mens-Running-Shoes-Size-42-White-Black'],
  ['a product without dashes', '/p/iPhone15ProMax256GBNaturalTitanium2024'],
  ['a search', '/search?q=SGVsbG8gV29ybGQgdGhpcyBpcyBhIHNlYXJjaA=='],
  ['an order', '/orders/1srOrx2ZWZBpBUvZwXKQmoEYga2'],
  ['an article on passwords', '/reset-password/how-to-reset-your-password-2026'],
];
