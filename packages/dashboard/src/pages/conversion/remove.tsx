import type { ConversionDetails } from '@cvq/contract';
import { useRef } from 'preact/hooks';
import { addressOf, openPage, state } from '../../address/location.ts';
import { NotAnswered } from '../../ask/ask.ts';
import { removeConversion } from '../../ask/remove-conversion.ts';
import { mayRemove } from '../../ask/role.ts';
import { Form } from '../../parts/form.tsx';
import { strangersText } from '../../words/strangers-text.ts';

/** Takes the conversion out of every report for good, once somebody has written by what name it goes. */
export function Remove({ conversion }: { readonly conversion: ConversionDetails }) {
  const dialog = useRef<HTMLDialogElement>(null);
  if (!mayRemove.value) return <span class="muted small">Admins can remove it.</span>;
  const { id, order_id: order } = conversion;
  const name = order ?? conversion.event_type;
  return (
    <>
      <button type="button" class="button" onClick={() => dialog.current?.showModal()}>
        Remove…
      </button>
      <dialog ref={dialog} class="sign-in-dialog" aria-labelledby="remove">
        <h2 id="remove">Remove this conversion for good?</h2>
        <p class="soft">
          It leaves every report{order !== null && ', with all that report the same order'}, and webhooks that
          ask for removals are told. What ad platforms have, they keep. This cannot be undone.
        </p>
        <Form
          fields={[
            {
              ...{ name: 'name', type: 'text', autocomplete: 'off' },
              label: `To go on, write ${strangersText(name)}`,
            },
          ]}
          button="Remove"
          onSubmit={async (values) => {
            if (values.name?.trim() !== name.trim()) throw otherName(name);
            await removeConversion(id);
            dialog.current?.close();
            openPage(addressOf('conversions', { list: state.value.list }));
          }}
        >
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </Form>
      </dialog>
    </>
  );
}

function otherName(name: string): NotAnswered {
  const message = `Nothing was removed: what you wrote is not ${strangersText(name)}.`;
  const facts = { status: null, code: 'invalid_request', requestId: null, retryAfter: null, fields: [] };
  return new NotAnswered(message, facts);
}
