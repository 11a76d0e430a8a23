import type { ListedAccount, PlanCode } from '@cvq/contract';
import { changeAccount } from '../../../ask/accounts.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { SavedChoice } from '../../../parts/saved-choice.tsx';
import { useSaving } from '../../../parts/use-saving.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { InviteOwner } from './invite-owner.tsx';
import { planChoices } from './plan-choices.ts';

/** An account: what it has, its plan, and the way to suspend and resume it. */
export function AccountRow({ of: account }: { readonly of: ListedAccount }) {
  const { id, kind, plan, projects, members, active_keys: keys, allowed_keys: allowed } = account;
  const resuming = useSaving();
  const name = strangersText(account.name);
  const isSuspended = account.suspended_at !== null;
  return (
    <li>
      <div>
        <b>{name}</b> {isSuspended && <span class="down">suspended</span>}
        <p class="muted small">
          {kind} · <code>{id}</code> · {numbered(projects, 'project')} · {numbered(members, 'member')} ·{' '}
          {keys} of {numbered(allowed, 'key')}
        </p>
        <SavedChoice
          label={`Plan of ${name}`}
          value={plan}
          options={planChoices.value}
          hint="A smaller one revokes no key, and allows no new one beyond it."
          onSave={(next) => changeAccount(id, { plan: next as PlanCode })}
        />
        <p class="down small" role="alert">
          {resuming.refusal}
        </p>
      </div>
      {isSuspended ? (
        <button
          type="button"
          class="button"
          onClick={() => void resuming.save(() => changeAccount(id, { suspended: false }))}
        >
          Resume<span class="sr"> {name}</span>
        </button>
      ) : (
        <span class="acts">
          <InviteOwner of={account} />
          <Confirm
            label={
              <>
                Suspend…<span class="sr"> {name}</span>
              </>
            }
            title={`Suspend ${name}?`}
            name={account.name}
            button="Suspend"
            onConfirm={() => changeAccount(id, { suspended: true })}
          >
            Nobody reads its projects, and no secret key. Their events are stored still.
          </Confirm>
        </span>
      )}
    </li>
  );
}

function numbered(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}
