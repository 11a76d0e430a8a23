export type Billing = 'monthly' | 'yearly';

export type Plan = {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  /** In cents. */
  readonly price: Readonly<Record<Billing, number>>;
};

const taster: Plan = {
  id: 'taster',
  name: 'Taster',
  text: 'Two hours at the wheel each month, with somebody beside you.',
  price: { monthly: 2400, yearly: 24000 },
};

export const plans: readonly Plan[] = [
  taster,
  {
    id: 'weekly',
    name: 'Weekly',
    text: 'An evening a week, a shelf of your own and two firings.',
    price: { monthly: 4900, yearly: 49000 },
  },
  {
    id: 'open',
    name: 'Open studio',
    text: 'A key to the door: any wheel, any hour, all the firings.',
    price: { monthly: 8900, yearly: 89000 },
  },
];

/** A bag of clay, in cents. */
export const CLAY_PRICE = 950;

const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });

export function money(cents: number): string {
  return format.format(cents / 100);
}

/** What an address says was chosen; the first plan, by the month, when it says nothing that exists. */
export function chosen(query: URLSearchParams): { plan: Plan; billing: Billing } {
  const plan = plans.find(({ id }) => id === query.get('plan')) ?? taster;
  return { plan, billing: query.get('billing') === 'yearly' ? 'yearly' : 'monthly' };
}
