import type { LoggedAttempt, WebhookDeliveryResponse } from '@cvq/contract';
import { choose } from '../../address/location.ts';
import { mayAct } from '../../ask/role.ts';
import { redeliverWebhook, webhookDelivery } from '../../ask/webhooks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useSaving } from '../../parts/use-saving.ts';
import { duration } from '../../words/duration.ts';
import { dayAndClock, exactClock } from '../../words/moments.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

type Delivery = WebhookDeliveryResponse['data'];

/** One delivery: what was sent, what each attempt was answered, what comes next, and doing it again. */
export function DeliveryInFull({ id }: { readonly id: string }) {
  const { answer, problem, retry } = webhookDelivery;
  const delivery = answer.value?.data;
  if (problem.value) return <Problem of={problem.value} onRetry={retry} />;
  if (delivery === undefined || delivery.id !== id) return <p class="none" aria-busy="true" />;
  return (
    <div class="delivery-in-full">
      <p>
        <b>{delivery.id}</b> <span class="muted">{nextWords(delivery)}</span>
      </p>
      <Redeliver delivery={delivery} />
      <h3>Request</h3>
      <Text of={shownBody(delivery.payload)} />
      <h3>{delivery.log.length === 1 ? 'Answer' : 'Answers'}</h3>
      {delivery.log.length === 0 && <p class="none">None yet.</p>}
      <ol>
        {delivery.log.map((attempt) => (
          <Answer key={`${attempt.attempt} ${attempt.timestamp}`} attempt={attempt} />
        ))}
      </ol>
    </div>
  );
}

function nextWords({
  state,
  next_attempt_at: next,
  redelivered_as: again,
  redelivery_of: of,
}: Delivery): string {
  const origin = of === null ? '' : `repeats ${of}. `;
  if (next !== null && state === 'retry_scheduled')
    return `${origin}The next attempt is due on ${dayAndClock(next, writing.value)}.`;
  if (again !== null) return `${origin}It was sent again as ${again}.`;
  if (state === 'cancelled') return `${origin}It is not sent any more.`;
  return origin;
}

function Redeliver({ delivery: { id } }: { readonly delivery: Delivery }) {
  const saving = useSaving();
  if (!mayAct.value) return <p class="muted small">Members can send it again.</p>;
  const redeliver = async () => choose({ open: (await redeliverWebhook(id)).id });
  return (
    <p>
      <button type="button" class="button" onClick={() => void saving.save(redeliver)}>
        Redeliver
      </button>
      {saving.refusal && (
        <span class="down small" role="alert">
          {' '}
          {saving.refusal}
        </span>
      )}
    </p>
  );
}

function Answer({ attempt }: { readonly attempt: LoggedAttempt }) {
  const { timestamp, response_status: status, response_time_ms: took, error, ...answer } = attempt;
  const isFine = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <p>
        <time class="muted" dateTime={timestamp}>
          {exactClock(timestamp, writing.value)}
        </time>{' '}
        <b class={isFine ? 'up' : 'down'}>{status ?? strangersText(error ?? 'no answer')}</b>
        {took !== null && <span class="muted"> after {duration(took)}</span>}
      </p>
      {answer.response_headers !== null && (
        <Text
          of={[
            ...Object.entries(answer.response_headers).map(([name, value]) => `${name}: ${value}`),
            '',
            answer.response_body ?? '',
          ].join('\n')}
        />
      )}
    </li>
  );
}

/** Line by line, so that a long line of a stranger hides none of the others. */
function Text({ of }: { readonly of: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keys.
    <pre tabIndex={0}>
      <code>{of.split('\n').map(strangersText).join('\n')}</code>
    </pre>
  );
}

function shownBody(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    // A body of which a part was erased is no JSON any more.
    return payload;
  }
}
