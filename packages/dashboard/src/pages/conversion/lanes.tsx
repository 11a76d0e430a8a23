import type { ConversionDetails, DeliveryAttempt, LoggedDelivery, WebhookDelivery } from '@cvq/contract';
import { FINE_ANSWERS } from '@cvq/contract/fine-answers';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { NotAnswered } from '../../ask/ask.ts';
import { conversion } from '../../ask/conversion.ts';
import { retryDelivery } from '../../ask/retry-delivery.ts';
import { mayAct } from '../../ask/role.ts';
import { momentWords } from '../../figures/conversion-facts.ts';
import { reasonSentence, stateWords, toneOf } from '../../figures/delivery-words.ts';
import { isOfNewest } from '../../figures/is-of-newest.ts';
import { PLATFORM_NAMES } from '../../figures/platform-names.ts';
import { WEBHOOK_STATES } from '../../figures/webhook-states.ts';
import { DeliveryGlyph } from '../../parts/delivery-glyph.tsx';
import { duration } from '../../words/duration.ts';
import { dayOfMoment, exactClock } from '../../words/moments.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

/** The bars of attempts have one scale: what a platform may take to answer. */
const LONGEST_MS = 10_000;

/** Every platform and endpoint that was told of it, each with its attempts. */
export function Lanes({ conversion }: { readonly conversion: ConversionDetails }) {
  const { deliveries, webhooks } = conversion;
  return (
    <section aria-labelledby="lanes">
      <h2 id="lanes">Where it went</h2>
      {deliveries.length + webhooks.length === 0 && (
        <p class="none">Nowhere: no ad platform and no webhook was to be told of it.</p>
      )}
      {deliveries.map((delivery) => (
        <Lane
          key={delivery.integration}
          delivery={delivery}
          id={conversion.id}
          isEarlier={!isOfNewest(delivery, deliveries)}
        />
      ))}
      {webhooks.map((webhook) => (
        <WebhookLane key={webhook.id} webhook={webhook} />
      ))}
    </section>
  );
}

type LaneProps = {
  readonly delivery: LoggedDelivery;
  readonly id: string;
  /** Of a connection that was removed before the platform was connected anew. */
  readonly isEarlier: boolean;
};

function Lane({ delivery, id, isEarlier }: LaneProps) {
  const { platform, status, next_attempt_at: next, retry_until: until, log } = delivery;
  const when = next === null ? '' : ` ${momentWords(next, new Date().toISOString())}`;
  const why = reasonSentence(delivery) ?? (status === 'failed' ? delivery.last_error : null);
  return (
    <article class="lane">
      <header>
        <b>
          {PLATFORM_NAMES[platform]}
          {isEarlier && <span class="muted small"> removed</span>}
        </b>
        <span class={`state ${toneOf(delivery)}`}>
          <DeliveryGlyph status={status} words="" />
          {stateWords(delivery)}
          {when}
        </span>
        {why !== null && <span class="muted small">{strangersText(why)}</span>}
        {delivery.sent_as !== null && (
          <span class="muted small">Another report of the order was sent in its place.</span>
        )}
        <span class="grow" />
        {delivery.retryable && (mayAct.value ? <TryAgain delivery={delivery} id={id} /> : <OnlyMembers />)}
        {until !== null && status !== 'delivered' && status !== 'skipped' && (
          <span class="muted small">until {dayOfMoment(until, writing.value)}</span>
        )}
      </header>
      {log.length > 0 && (
        <ol class="attempts">
          {log.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      )}
    </article>
  );
}

const OnlyMembers = () => <span class="muted small">Members can try again.</span>;

function TryAgain({
  delivery: { platform },
  id,
}: {
  readonly delivery: LoggedDelivery;
  readonly id: string;
}) {
  const [isAsked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const again = () => {
    setAsked(true);
    setRefusal(null);
    retryDelivery(id, platform)
      .then(conversion.retry)
      .catch((error: unknown) => {
        if (!(error instanceof NotAnswered)) throw error;
        setRefusal(error.message);
      })
      .finally(() => setAsked(false));
  };
  return (
    <>
      {refusal !== null && (
        <span class="down small" role="alert">
          {refusal}
        </span>
      )}
      <button type="button" class="button" disabled={isAsked} onClick={again}>
        Try again<span class="sr"> to tell {PLATFORM_NAMES[platform]}</span>
      </button>
    </>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { answer, code, message, response_status: status, request_id: request } = attempt;
  const isFine = FINE_ANSWERS.includes(answer);
  const words = [code, message].filter((text) => text !== null).join(': ');
  const said = words || (request === null ? answer.replaceAll('_', ' ') : `Request ${request}`);
  return (
    <Try
      at={attempt.started_at}
      code={status === null ? '—' : String(status)}
      tone={isFine ? 'up' : answer === 'invalid' ? 'down' : 'warn'}
      ms={attempt.duration_ms}
    >
      {attempt.step === 'verify' && <span class="muted">asked: </span>}
      {strangersText(said)}
    </Try>
  );
}

type TryProps = {
  readonly at: string;
  readonly code: string;
  readonly tone: 'up' | 'warn' | 'down';
  readonly ms: number | null;
  readonly children: ComponentChildren;
};

function Try({ at, code, tone, ms, children }: TryProps) {
  return (
    <li>
      <time dateTime={at}>{exactClock(at, writing.value)}</time>
      <span class={`code ${tone}`}>{code}</span>
      <span class="said">{children}</span>
      <span class="took">
        {ms !== null && (
          <>
            {duration(ms)}
            <i style={{ '--part': Math.min(1, ms / LONGEST_MS) }} />
          </>
        )}
      </span>
    </li>
  );
}

function WebhookLane({ webhook }: { readonly webhook: WebhookDelivery }) {
  const [status, words] = WEBHOOK_STATES[webhook.state];
  const { last_attempt_at: at, last_response_status: code } = webhook;
  return (
    <article class="lane">
      <header>
        <b>Webhook</b>
        <span class={`state ${toneOf({ status })}`}>
          <DeliveryGlyph status={status} words="" />
          {words}
        </span>
        <span class="muted small">{strangersText(hostOf(webhook.endpoint))}</span>
      </header>
      {at !== null && (
        <ol class="attempts">
          <Try
            at={at}
            code={code === null ? '—' : String(code)}
            tone={webhook.state === 'acknowledged' ? 'up' : 'warn'}
            ms={null}
          >
            {strangersText(webhook.last_error ?? webhook.type)}
          </Try>
        </ol>
      )}
    </article>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
