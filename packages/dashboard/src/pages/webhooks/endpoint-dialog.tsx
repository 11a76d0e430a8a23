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

type EndpointDialogProps = {
  readonly title: string;
  readonly button: string;
  /** What it is now; of a new one every conversion is offered. */
  readonly of?: { readonly url: string; readonly events: readonly WebhookEvent[] };
  onClose(): void;
  /** @throws NotAnswered, which the dialog shows */
  onSave(given: { url: string; events: readonly WebhookEvent[] }): Promise<void>;
};

/** Where events are sent, and which. */
export function EndpointDialog({ title, button, of, onClose, onSave }: EndpointDialogProps) {
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
            value: of?.url ?? 'https://',
            hint: 'An https address of yours, on the public internet.',
          },
        ]}
        button={button}
        onSubmit={async ({ url = '' }) => {
          await onSave({ url: url.trim(), events });
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
