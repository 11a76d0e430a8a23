import type { TestWebhookResponse } from '@cvq/contract';
import { WEBHOOK_TEST_TYPES, type WebhookTestType } from '@cvq/contract/constants';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { NotAnswered } from '../../ask/ask.ts';
import { testWebhook } from '../../ask/webhooks.ts';
import { duration } from '../../words/duration.ts';
import { strangersText } from '../../words/strangers-text.ts';

type Outcome = { readonly tone: 'up' | 'down'; readonly words: string };

/** Sends a made-up event of a chosen type, and says what the receiver answered. */
export function SendTest({ id, about }: { readonly id: string; readonly about: ComponentChildren }) {
  const [type, setType] = useState<WebhookTestType>('purchase');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function send(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(outcomeOf(await testWebhook(id, type)));
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      setOutcome({ tone: 'down', words: error.message });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" class="button" aria-disabled={isBusy} onClick={() => void send()}>
        {isBusy ? 'Waiting for the answer' : 'Send test'}
        {about}
      </button>
      <label class="sr" for={`type-${id}`}>
        Type of the test
      </label>
      <select id={`type-${id}`} onChange={(event) => setType(event.currentTarget.value as WebhookTestType)}>
        {WEBHOOK_TEST_TYPES.map((each) => (
          <option key={each} value={each} selected={each === type}>
            {each}
          </option>
        ))}
      </select>
      <span role="status" class={`small ${outcome?.tone ?? ''}`}>
        {outcome?.words}
      </span>
    </>
  );
}

function outcomeOf({
  acknowledged,
  response_status: status,
  error,
  response_time_ms,
}: TestWebhookResponse['data']): Outcome {
  const took = duration(response_time_ms);
  if (acknowledged) return { tone: 'up', words: `Acknowledged with ${status} in ${took}.` };
  const why = status === null ? strangersText(error ?? 'no answer') : `answered ${status}`;
  return { tone: 'down', words: `Failed: ${why}, in ${took}.` };
}
