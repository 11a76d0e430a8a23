import { Link, replace, useLoaderData } from 'react-router';
import { money } from '../plans.ts';
import { findOrder } from '../studio.ts';

export function needOrder() {
  return findOrder() ?? replace('/plans');
}

/** Nothing is tracked here but the view: a reload of this page is no second order. */
export function Thanks() {
  const order = useLoaderData<typeof needOrder>();
  return (
    <>
      <title>Thank you · Lowfield Studio</title>
      <section className="narrow">
        <h1>Thank you</h1>
        <p className="lead">
          Your order {order.id} over {money(order.total)} is in. The door is open from seven.
        </p>
        <p>
          <Link to="/">Back to the studio</Link>
        </p>
      </section>
    </>
  );
}
