import type { ListedWebhook } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { mayAdminister } from '../../ask/role.ts';
import { readWebhook, removeWebhook, updateWebhook } from '../../ask/webhooks.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { useSaving } from '../../parts/use-saving.ts';
import { endOfId } from '../../words/endpoint-names.ts';
import { dayAndClock } from '../../words/moments.ts';
import { count } from '../../words/numbers.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { NewSecret } from './new-secret.tsx';
import { RecentAttempts } from './recent-attempts.tsx';
import { SendTest } from './send-test.tsx';

type EndpointProps = {
  readonly endpoint: ListedWebhook;
  /** What tells it from the others. */
  readonly name: string;
};

/** One endpoint: where it is, how it does, and what can be done with it. */
export function Endpoint({ endpoint, name }: EndpointProps) {
  const { id, url, events, owed, recent, former_secret_until: formerUntil } = endpoint;
  const headingId = `endpoint-${id}`;
  return (
    <article class="endpoint" aria-labelledby={headingId}>
      <h3 id={headingId}>
        <code>{strangersText(url)}</code>
        {name.endsWith(` ${endOfId(id)}`) && <span class="muted"> {endOfId(id)}</span>}
      </h3>
      <p class="endpoint-state">
        <State endpoint={endpoint} />
        {owed > 0 && <span class="muted"> · {count(owed, writing.value)} still to be sent</span>}
        <span class="muted"> · {events.join(', ')}</span>
      </p>
      <RecentAttempts attempts={recent} />
      {formerUntil !== null && (
        <p class="muted small">
          Two secrets sign: the former one until {dayAndClock(formerUntil, writing.value)}.
        </p>
      )}
      {mayAdminister.value && <Acts endpoint={endpoint} name={name} />}
    </article>
  );
}

function State({ endpoint }: { readonly endpoint: ListedWebhook }) {
  const { state, failing_since: since, last_success_at: success } = endpoint;
  const moment = (at: string) => dayAndClock(at, writing.value);
  if (state === 'disabled') return <span class="warn">Paused: its deliveries wait</span>;
  if (state === 'failing' && since !== null)
    return <span class="down">It has only failed since {moment(since)}</span>;
  if (since !== null) return <span class="warn">The last attempts failed, since {moment(since)}</span>;
  if (success !== null) return <span class="up">Acknowledged last on {moment(success)}</span>;
  return <span class="muted">Nothing has been sent to it yet</span>;
}

function Acts({ endpoint, name }: EndpointProps) {
  const { id, url, events, enabled } = endpoint;
  const [isEdited, setEdited] = useState(false);
  const switching = useSaving();
  const about = <span class="sr"> {strangersText(name)}</span>;
  return (
    <div class="endpoint-acts">
      <SendTest id={id} about={about} />
      <span class="grow" />
      <button type="button" class="button" onClick={() => setEdited(true)}>
        Change…{about}
      </button>
      <button
        type="button"
        class="button"
        onClick={() => void switching.save(() => updateWebhook(id, { enabled: !enabled }))}
      >
        {enabled ? 'Pause' : 'Go on'}
        {about}
      </button>
      <NewSecret endpoint={endpoint} about={about} />
      <Confirm
        label={<>Remove…{about}</>}
        title={`Remove ${strangersText(name)}?`}
        name={name}
        button="Remove"
        onConfirm={() => removeWebhook(id)}
      >
        What is still to be sent to it is not sent any more. Its deliveries are kept for 30 days.
      </Confirm>
      {switching.refusal && (
        <p class="down small" role="alert">
          {switching.refusal}
        </p>
      )}
      {isEdited && (
        <EndpointDialog
          title="Change the endpoint"
          button="Save"
          of={{ url, events }}
          readAnew={() => readWebhook(id)}
          onClose={() => setEdited(false)}
          onSave={(given) => updateWebhook(id, given)}
        />
      )}
    </div>
  );
}
