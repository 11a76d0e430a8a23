import type { ListedWebhook } from '@cvq/contract';
import { useEffect } from 'preact/hooks';
import { lookAgainAt } from '../ask/look-again-at.ts';
import { SHOWN, webhookLog, webhooks } from '../ask/webhooks.ts';
import { Problem } from '../parts/problem.tsx';
import { webhooksSentence } from '../words/webhooks-sentence.ts';
import { writing } from '../words/writing.ts';
import { DeliveryLog } from './webhooks/delivery-log.tsx';
import { EndpointList } from './webhooks/endpoint-list.tsx';
import '../style/settings.css';
import '../style/webhooks.css';

/** While something is on its way its end is near, otherwise only events of others bring something new. */
const LOOK_EVERY_MS = { soon: 1000, seldom: 15_000 };

/** Which servers are told of events, and what became of every delivery. */
export default function Webhooks() {
  const { answer, problem, retry } = webhooks;
  useLooking();
  const zone = answer.value?.meta.timezone;
  useEffect(() => {
    if (zone !== undefined) writing.value = { ...writing.peek(), timeZone: zone };
  }, [zone]);
  return (
    <main id="main" class="page webhooks" aria-busy={answer.value === null && problem.value === null}>
      {problem.value && <Problem of={problem.value} isAlone={!answer.value} onRetry={retry} />}
      {answer.value && (
        <>
          <Sentence endpoints={answer.value.data} />
          <EndpointList endpoints={answer.value.data} />
          <DeliveryLog endpoints={answer.value.data} />
          <p class="zone muted small">Times are those of {answer.value.meta.timezone}.</p>
        </>
      )}
    </main>
  );
}

function Sentence({ endpoints }: { readonly endpoints: readonly ListedWebhook[] }) {
  const inState = (state: ListedWebhook['state']) => endpoints.filter((each) => each.state === state).length;
  const { lead, aside } = webhooksSentence(
    {
      endpoints: endpoints.length,
      failing: inState('failing'),
      paused: inState('disabled'),
      owed: endpoints.reduce((sum, { owed }) => sum + owed, 0),
    },
    writing.value,
  );
  return (
    <h1 class="sentence" tabIndex={-1}>
      {lead} <span class="aside">{aside}</span>
    </h1>
  );
}

/** Looks again and again, as long as somebody sees it. */
function useLooking(): void {
  const isUnderWay = (webhookLog.answer.value?.data ?? []).some(
    ({ state, test }) => !test && (state === 'pending' || state === 'attempting'),
  );
  useEffect(() => {
    const every = isUnderWay ? LOOK_EVERY_MS.soon : LOOK_EVERY_MS.seldom;
    const timer = setInterval(() => {
      if (!document.hidden) lookAgainAt(...SHOWN);
    }, every);
    return () => clearInterval(timer);
  }, [isUnderWay]);
}
