import { WEBHOOK_EVENTS, type WebhookEvent } from '@cvq/contract/constants';
import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';

const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  '*': 'Every event',
  pageview: 'Page views',
  purchase: 'Purchases',
  lead: 'Leads',
  signup: 'Signups',
  subscription: 'Subscriptions',
  'conversion.*': 'Every conversion',
  'conversion.removed': 'Conversions that count no more',
};

type Endpoint = { readonly url: string; readonly events: readonly WebhookEvent[] };

type EndpointDialogProps = {
  readonly title: string;
  readonly button: string;
  /** What it is now; of a new one every conversion is offered. */
  readonly of?: Endpoint;
  /** What it is by the time it is saved: somebody else may have changed it. */
  readAnew?(): Promise<Endpoint | undefined>;
  onClose(): void;
  /** @throws NotAnswered, which the dialog shows */
  onSave(given: Endpoint): Promise<void>;
};

/** Where events are sent, and which. What somebody else has changed since it was opened stays so. */
export function EndpointDialog({ title, button, of, readAnew, onClose, onSave }: EndpointDialogProps) {
  const [from] = useState(of ?? { url: '', events: [] });
  const [events, setEvents] = useState<readonly WebhookEvent[]>(of?.events ?? ['conversion.*']);
  const mark = (event: WebhookEvent, isMarked: boolean) =>
    setEvents(WEBHOOK_EVENTS.filter((each) => (each === event ? isMarked : events.includes(each))));
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        fields={[
          {
            name: 'url',
            type: 'text',
            autocomplete: 'off',
            label: 'URL',
            value: from.url || 'https://',
            hint: 'An https address of yours, on the public internet.',
          },
        ]}
        button={button}
        onSubmit={async ({ url = '' }) => {
          const now = (await readAnew?.()) ?? from;
          const isChanged = (event: WebhookEvent) => events.includes(event) !== from.events.includes(event);
          await onSave({
            url: url.trim() === from.url ? now.url : url.trim(),
            events: WEBHOOK_EVENTS.filter((event) =>
              (isChanged(event) ? events : now.events).includes(event),
            ),
          });
          onClose();
        }}
      >
        <fieldset class="choices field">
          <legend>Which events are sent</legend>
          {WEBHOOK_EVENTS.map((event) => (
            <label key={event} class="check">
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={(change) => mark(event, change.currentTarget.checked)}
              />
              <span>
                {EVENT_WORDS[event]} <code class="muted">{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </Form>
    </Dialog>
  );
}
