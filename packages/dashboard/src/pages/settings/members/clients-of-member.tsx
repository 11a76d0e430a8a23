import type { ListedMember } from '@cvq/contract';
import { clientRelationships } from '../../../ask/client-relationships.ts';
import { restrictMember } from '../../../ask/members.ts';
import { settingsAccount } from '../../../ask/settings-account.ts';
import { SavedCheck } from '../../../parts/saved-check.tsx';
import { strangersText } from '../../../words/strangers-text.ts';

/** Which clients a member of an agency sees: all and the agency itself, or some of them and nothing else. */
export function ClientsOfMember({ of: { user, name, clients } }: { readonly of: ListedMember }) {
  const chosen = clients?.map(({ id }) => id) ?? null;
  const relationships = clientRelationships.answer.value?.data ?? [];
  const own = relationships.filter(
    ({ agency, status }) => agency.id === settingsAccount.value?.id && status !== 'ended',
  );
  return (
    <details>
      <summary class="muted small">
        Clients<span class="sr"> of {strangersText(name)}</span>
      </summary>
      <div class="fields">
        <SavedCheck
          label="Sees only some clients"
          hint="And then not the agency itself. Nothing at all, where none is chosen."
          isOn={chosen !== null}
          onSave={(isOn) => restrictMember(user, isOn ? [] : null)}
        />
        {chosen !== null &&
          own.map(({ client: { id, name: client } }) => (
            <SavedCheck
              key={id}
              label={strangersText(client ?? id)}
              isOn={chosen.includes(id)}
              onSave={(isOn) =>
                restrictMember(user, isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          ))}
      </div>
    </details>
  );
}
