import type { ListedWebhook, WebhookLogEntry } from '@cvq/contract';
import { WEBHOOK_DELAYS_MS } from '@cvq/contract/constants';
import { choose, state } from '../../address/location.ts';
import { mayAct } from '../../ask/role.ts';
import { webhookLog } from '../../ask/webhooks.ts';
import { toneOf } from '../../figures/delivery-words.ts';
import { WEBHOOK_STATES } from '../../figures/webhook-states.ts';
import { DeliveryGlyph } from '../../parts/delivery-glyph.tsx';
import { Problem } from '../../parts/problem.tsx';
import { duration } from '../../words/duration.ts';
import { endpointNames } from '../../words/endpoint-names.ts';
import { dayOfMoment, exactClock } from '../../words/moments.ts';
import { UNKNOWN } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import { DeliveryInFull } from './delivery-in-full.tsx';
import { LogFilters } from './log-filters.tsx';
import { RedeliverFailed } from './redeliver-failed.tsx';

/** What was sent, the newest first; each opens to the request and every answer. */
export function DeliveryLog({ endpoints }: { readonly endpoints: readonly ListedWebhook[] }) {
  const { answer, problem, retry } = webhookLog;
  const { data = [], meta } = answer.value ?? {};
  const { list } = state.value;
  const names = endpointNames(endpoints);
  const isNarrowed = list.endpoint !== null || list.state !== null;
  return (
    <section class="deliveries" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">Deliveries</h2>
        <LogFilters names={names} />
        {mayAct.value && data.some(({ state: ended }) => ended === 'failed') && <RedeliverFailed />}
      </header>
      {problem.value && <Problem of={problem.value} onRetry={retry} />}
      {answer.value !== null && data.length === 0 ? (
        <p class="none">
          {isNarrowed ? 'None of this in the last 30 days.' : 'Nothing was sent in the last 30 days.'}
        </p>
      ) : (
        <table class="delivery-rows">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Type</th>
              <th scope="col" class="where">
                Endpoint
              </th>
              <th scope="col">Status</th>
              <th scope="col" class="n ms">
                Took
              </th>
              <th scope="col" class="n">
                Attempt
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} name={names.get(delivery.endpoint)} />
            ))}
          </tbody>
        </table>
      )}
      <footer>
        {list.after !== null && (
          <button type="button" class="button" onClick={() => choose({ list: { ...list, after: null } })}>
            Newest
          </button>
        )}
        {meta?.next_cursor && (
          <button
            type="button"
            class="button"
            onClick={() => choose({ list: { ...list, after: meta.next_cursor } })}
          >
            Older
          </button>
        )}
      </footer>
    </section>
  );
}

type RowProps = {
  readonly delivery: WebhookLogEntry;
  /** What the endpoint is called; undefined where it is removed. */
  readonly name: string | undefined;
};

function Row({ delivery, name }: RowProps) {
  const { id, created_at: at, event_type: type, response_time_ms: took, attempts, test } = delivery;
  const isOpen = state.value.open === id;
  return (
    <>
      <tr class="delivery">
        <td class="when">
          <time dateTime={at}>
            <span>{dayOfMoment(at, writing.value)}, </span>
            {exactClock(at, writing.value)}
          </time>
        </td>
        <th scope="row">
          <button
            type="button"
            data-row
            aria-expanded={isOpen}
            aria-controls={isOpen ? `full-${id}` : undefined}
            onClick={() => choose({ list: state.value.list, open: isOpen ? null : id })}
          >
            {strangersText(type)}
            {test && <span class="muted"> test</span>}
          </button>
        </th>
        <td class="where muted">{name === undefined ? 'removed' : strangersText(name)}</td>
        <Status delivery={delivery} />
        <td class="n ms">{took === null ? UNKNOWN : duration(took)}</td>
        <td class="n">
          {attempts} of {test ? 1 : WEBHOOK_DELAYS_MS.length}
        </td>
      </tr>
      {isOpen && (
        <tr id={`full-${id}`} class="in-full">
          <td colSpan={6}>
            <DeliveryInFull id={id} />
          </td>
        </tr>
      )}
    </>
  );
}

function Status({ delivery }: { readonly delivery: WebhookLogEntry }) {
  const { state: stands, response_status: code, error, redelivered_as: again } = delivery;
  const [status, words] = WEBHOOK_STATES[stands];
  const why = code ?? error?.split(':')[0] ?? null;
  return (
    <td class={`status ${toneOf({ status })}`}>
      <DeliveryGlyph status={status} words="" /> {words}
      {why !== null && <span class="muted"> {strangersText(String(why))}</span>}
      {again !== null && <span class="muted"> · sent again</span>}
    </td>
  );
}
