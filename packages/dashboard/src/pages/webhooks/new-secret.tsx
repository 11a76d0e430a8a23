import type { ListedWebhook, RotateWebhookSecretResponse } from '@cvq/contract';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { rotateWebhookSecret } from '../../ask/webhooks.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { dayAndClock } from '../../words/moments.ts';
import { plainNumber } from '../../words/plain-number.ts';
import { writing } from '../../words/writing.ts';

const USUAL_HOURS = '24';

type NewSecretProps = { readonly endpoint: ListedWebhook; readonly about: ComponentChildren };

/** Makes another secret, beside which the former one signs for some hours. */
export function NewSecret({ endpoint: { id, former_secret_until: until }, about }: NewSecretProps) {
  const [isOpen, setOpen] = useState(false);
  const [formerLeads, setFormerLeads] = useState(false);
  const [made, setMade] = useState<RotateWebhookSecretResponse['data'] | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        New secret…{about}
      </button>
      {isOpen && (
        <Dialog title="Make a new secret?" onClose={close}>
          <p class="soft">
            Both secrets sign until the overlap ends, so that your server can be told of the new one
            meanwhile.
            {until !== null &&
              ` The one before still signs until ${dayAndClock(until, writing.value)}: it ends now if you go on.`}
          </p>
          <Form
            fields={[
              {
                name: 'overlap_hours',
                type: 'text',
                autocomplete: 'off',
                value: USUAL_HOURS,
                label: 'Overlap in hours',
                hint: 'Up to 720. After a leak, 0 ends the former one at once.',
              },
            ]}
            button="Make it"
            onSubmit={async ({ overlap_hours: hours = '' }) => {
              const plan = {
                overlap_hours: plainNumber(hours),
                former_leads: formerLeads,
                force: until !== null,
              };
              setMade(await rotateWebhookSecret(id, plan));
              close();
            }}
          >
            <div class="field">
              <label class="check">
                <input
                  type="checkbox"
                  checked={formerLeads}
                  onChange={(event) => setFormerLeads(event.currentTarget.checked)}
                />
                <span>
                  My server knows one secret only: let the former one sign <code>X-Service-Signature</code>{' '}
                  until then
                </span>
              </label>
            </div>
            <button type="button" class="quiet" onClick={close}>
              Cancel
            </button>
          </Form>
        </Dialog>
      )}
      {made !== null && (
        <ShownOnce title="The new secret" secret={made.secret} onStored={() => setMade(null)}>
          <p class="soft">
            {made.is_former_lost
              ? 'The former one signs no more: it cannot be read.'
              : `The former one signs until ${dayAndClock(made.former_ends_at, writing.value)}.`}
          </p>
        </ShownOnce>
      )}
    </>
  );
}
