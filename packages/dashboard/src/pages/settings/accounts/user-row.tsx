import type { CreateResetResponse, ListedUser } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { createReset, deleteUser, setDisabled } from '../../../ask/accounts.ts';
import { person } from '../../../ask/session.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { useSaving } from '../../../parts/use-saving.ts';
import { dayAndClock } from '../../../words/moments.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';

/** A person: where they are a member, and the ways to help them in, to refuse them and to delete them. */
export function UserRow({ of: user }: { readonly of: ListedUser }) {
  const { id, memberships } = user;
  const changing = useSaving();
  const [reset, setReset] = useState<CreateResetResponse['data'] | null>(null);
  const [name, email] = [strangersText(user.name), strangersText(user.email)];
  const isDisabled = user.disabled_at !== null;
  const isYou = person.value?.id === id;
  return (
    <li>
      <div>
        <b>{name}</b> {user.is_superadmin && <span class="muted">superadmin</span>}{' '}
        {isDisabled && <span class="down">disabled</span>}
        <p class="muted small">
          {name !== email && `${email} · `}
          {memberships === 1 ? 'a member in one place' : `a member in ${memberships} places`} · since{' '}
          {dayAndClock(user.created_at, writing.value)}
        </p>
        <p class="down small" role="alert">
          {changing.refusal}
        </p>
      </div>
      {!isYou && (
        <span class="acts">
          {!isDisabled && (
            <button
              type="button"
              class="button"
              onClick={() => void changing.save(async () => setReset(await createReset(id)))}
            >
              Reset link<span class="sr"> for {name}</span>
            </button>
          )}
          <button
            type="button"
            class="button"
            onClick={() => void changing.save(() => setDisabled(id, !isDisabled))}
          >
            {isDisabled ? 'Enable' : 'Disable'}
            <span class="sr"> {name}</span>
          </button>
          <Confirm
            label={
              <>
                Delete…<span class="sr"> {name}</span>
              </>
            }
            title={`Delete ${name}?`}
            name={user.email}
            button="Delete"
            onConfirm={() => deleteUser(id)}
          >
            Their memberships go with them. Keys that they made keep working, and the audit log keeps their
            address.
          </Confirm>
        </span>
      )}
      {reset && (
        <ShownOnce title={`A link for ${name}`} secret={reset.link} onStored={() => setReset(null)}>
          <p class="muted small">
            By it they choose a new password: once, until {dayAndClock(reset.expires_at, writing.value)}.
          </p>
        </ShownOnce>
      )}
    </li>
  );
}
