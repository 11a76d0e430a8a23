/** What every application sells, and how it is counted: each brings its own pages, router and way to say it. */

export const SHOP = 'Lowfield';

/** The title of a page of the shop. */
export const titleOf = (page) => `${page} · ${SHOP}`;

/** The name of a product by its address. */
export const nameOf = (slug) => slug[0].toUpperCase() + slug.slice(1);

/** The attributes of the button that puts a product into the cart. */
export const ADD_TO_CART = {
  'data-service-event': 'click',
  'data-service-event-name': 'add_to_cart',
  'data-service-value': '59.70',
  'data-service-currency': 'EUR',
};

export const CUSTOMER = 'customer-7';
export const ORDER = { orderId: '1042', value: 59.7, currency: 'EUR' };
