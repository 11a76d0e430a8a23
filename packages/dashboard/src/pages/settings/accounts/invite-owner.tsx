import type { InviteResponse, ListedAccount } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { invite } from '../../../ask/members.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Form } from '../../../parts/form.tsx';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { dayAndClock } from '../../../words/moments.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';
import { FIELDS } from '../../sign-in/fields.ts';

/** A button that makes the link by which somebody becomes an owner of an account, which has nobody at first. */
export function InviteOwner({ of: account }: { readonly of: Pick<ListedAccount, 'id' | 'name'> }) {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<InviteResponse['data'] | null>(null);
  const name = strangersText(account.name);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Invite an owner<span class="sr"> of {name}</span>
      </button>
      {isOpen && (
        <Dialog title={`Invite an owner of ${name}`} onClose={close}>
          <Form
            fields={[{ ...FIELDS.email, autocomplete: 'off' }]}
            button="Make the link"
            onSubmit={async ({ email = '' }) => {
              setMade(await invite({ email, role: 'owner', account: account.id }));
              close();
            }}
          >
            <button type="button" class="quiet" onClick={close}>
              Cancel
            </button>
          </Form>
        </Dialog>
      )}
      {made && (
        <ShownOnce title={`The invitation to ${name}`} secret={made.link} onStored={() => setMade(null)}>
          <p class="muted small">
            By it {strangersText(made.email)} becomes an owner: once, until{' '}
            {dayAndClock(made.expires_at, writing.value)}.
          </p>
        </ShownOnce>
      )}
    </>
  );
}
