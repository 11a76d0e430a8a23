import { Form, useSearchParams } from 'react-router';
import { type Billing, chosen, money, plans } from '../plans.ts';
import { track } from '../tracking.ts';

const billings: readonly Billing[] = ['monthly', 'yearly'];

export function Plans() {
  const [query, setQuery] = useSearchParams();
  const { billing } = chosen(query);

  function changeBilling(next: Billing) {
    track('billing_changed', { billing: next });
    // Only the query is replaced, so this is the same page and no second view.
    setQuery({ billing: next }, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <title>Plans · Lowfield Studio</title>
      <section>
        <h1>Three plans</h1>
        <fieldset className="choice">
          <legend>Paid</legend>
          {billings.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="billing"
                checked={each === billing}
                onChange={() => changeBilling(each)}
              />
              {each}
            </label>
          ))}
        </fieldset>
        <Form action="/sign-up" className="plans">
          <input type="hidden" name="billing" value={billing} />
          {plans.map(({ id, name, text, price }) => (
            <article key={id}>
              <h2>{name}</h2>
              <p className="price">
                {money(price[billing])} <small>{billing === 'yearly' ? 'a year' : 'a month'}</small>
              </p>
              <p>{text}</p>
              <button
                className="button"
                type="submit"
                name="plan"
                value={id}
                data-service-event="click"
                data-service-event-name="plan_selected"
                data-service-plan={id}
                data-service-value={price[billing] / 100}
                data-service-currency="EUR"
              >
                Choose {name}
              </button>
            </article>
          ))}
        </Form>
      </section>
    </>
  );
}
