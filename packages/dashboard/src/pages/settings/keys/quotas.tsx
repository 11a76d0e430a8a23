import type { AccountKey, ListKeysResponse } from '@cvq/contract';
import { clock } from '../../../words/dates.ts';
import { count } from '../../../words/numbers.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';

type QuotasProps = { readonly of: readonly AccountKey[]; readonly meta: ListKeysResponse['meta'] };

/** How much of what the plan allows each secret key has asked, in the day and the minute of now. */
export function Quotas({ of, meta: { plan, limits, day_ends_at: end } }: QuotasProps) {
  const secret = of.filter(({ kind }) => kind === 'secret');
  if (secret.length === 0) return null;
  const n = (figure: number) => count(figure, writing.value);
  const day = limits.requests_per_day;
  return (
    <>
      <h2 id="quotas">Quotas</h2>
      <p class="soft">
        With the plan {plan}, each secret key may make {n(day)} requests a day,{' '}
        {n(limits.requests_per_minute)} a minute and {n(limits.requests_at_once)} at once. The day ends at{' '}
        {clock(end, writing.value)}, midnight in UTC.
      </p>
      <table class="quotas" aria-labelledby="quotas">
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Today</th>
            <th scope="col">This minute</th>
            <th scope="col">At once</th>
          </tr>
        </thead>
        <tbody>
          {secret.map(({ id, name, last4, ...made }) => (
            <tr key={id} class={made.requests_today >= day ? 'down' : undefined}>
              <th scope="row">
                {strangersText(name)} <code class="muted">…{last4}</code>
              </th>
              <td>{n(made.requests_today)}</td>
              <td>{n(made.requests_this_minute)}</td>
              <td>{n(made.requests_at_once)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
