import { trackPurchase } from '@cvq/browser';
import { useState } from 'react';
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  replace,
  useSearchParams,
} from 'react-router';
import { Field, readFields } from '../field.tsx';
import { CLAY_PRICE, chosen, money } from '../plans.ts';
import { findAccount, placeOrder } from '../studio.ts';

/** Whoever comes without an account makes one first. Replaced, so that back does not lead here again. */
export function needAccount({ request }: LoaderFunctionArgs) {
  return findAccount() ? null : replace(`/sign-up${new URL(request.url).search}`);
}

/** The person is known since `identify`, so that the purchase adds only where they live. */
export async function order({ request }: ActionFunctionArgs) {
  const { plan, billing } = chosen(new URL(request.url).searchParams);
  const field = await readFields(request);
  const bags = Number(field('bags'));
  const price = plan.price[billing];
  const { id, total } = placeOrder(price + bags * CLAY_PRICE);
  const items = [{ sku: `${plan.id}-${billing}`, name: plan.name, price: price / 100, quantity: 1 }];
  if (bags > 0) items.push({ sku: 'clay', name: 'Bag of clay', price: CLAY_PRICE / 100, quantity: bags });
  trackPurchase(
    { orderId: id, value: total / 100, currency: 'EUR', items },
    { postalCode: field('postalCode'), city: field('city'), country: field('country') },
  );
  return redirect('/thanks');
}

export function Checkout() {
  const [query] = useSearchParams();
  const { plan, billing } = chosen(query);
  const [bags, setBags] = useState(0);
  return (
    <>
      <title>Checkout · Lowfield Studio</title>
      <section className="narrow">
        <h1>Your order</h1>
        <dl className="lines">
          <dt>
            {plan.name}, {billing}
          </dt>
          <dd>{money(plan.price[billing])}</dd>
          <dt>Clay, 10 kg</dt>
          <dd>{money(bags * CLAY_PRICE)}</dd>
          <dt>Total</dt>
          <dd>{money(plan.price[billing] + bags * CLAY_PRICE)}</dd>
        </dl>
        <Form method="post" className="fields">
          <Field
            label="Bags of clay"
            name="bags"
            type="number"
            min={0}
            max={9}
            value={bags}
            onChange={({ target }) => setBags(Number(target.value))}
          />
          <Field label="Postal code" name="postalCode" autoComplete="postal-code" />
          <Field label="City" name="city" autoComplete="address-level2" />
          <Field label="Country" name="country" autoComplete="country-name" />
          <button className="button" type="submit">
            Place the order
          </button>
        </Form>
      </section>
    </>
  );
}
