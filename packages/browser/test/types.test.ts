import { expect, expectTypeOf, it } from 'vitest';
import Service, { getClickIds, getUserId, init, track, trackPurchase } from '../src/index.ts';

declare module '../src/index.ts' {
  interface EventMap {
    search: { term: string };
  }
}

/** Never called: what compiles here and what does not is the test. */
function use(): void {
  track('search', { term: 'boots' });
  track('anything', { at: 'all' });
  track('anything');
  track<'signup', { plan: string }>('signup', { plan: 'pro' });
  // @ts-expect-error: the map says that a term is a text
  track('search', { term: 1 });
  // @ts-expect-error: the map says that a search has a term
  track('search');
  // @ts-expect-error: the shape that was given has a plan
  track<'signup', { plan: string }>('signup', {});
  // @ts-expect-error: without an endpoint a module knows no collector
  init({ apiKey: 'proj_x' });
  init({ apiKey: 'proj_x', endpoint: '/t', debug: true });
  // @ts-expect-error: an item needs its sku
  trackPurchase({ items: [{ name: 'cup' }] });
  trackPurchase({ orderId: 'o', value: 1, currency: 'EUR', coupon: 'MAY' }, { postalCode: '1010' });
  Service.init({ apiKey: 'proj_x', endpoint: '/t', debug: true, crossDomainDomains: ['a.example'] });
}

it('the types of the module say what may be called', () => {
  expectTypeOf(getUserId).returns.toEqualTypeOf<string | null>();
  expectTypeOf(getClickIds).returns.toEqualTypeOf<Record<string, string | null>>();
  expect(use).toBeTypeOf('function');
});
