import type { ListedMember, Role } from '@cvq/contract';
import { clientRelationships } from '../../../ask/client-relationships.ts';
import { changeRole, removeMember } from '../../../ask/members.ts';
import { mayAdministerAccount, settingsAccount } from '../../../ask/settings-account.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { SavedChoice } from '../../../parts/saved-choice.tsx';
import { strangersText } from '../../../words/strangers-text.ts';
import { ClientsOfMember } from './clients-of-member.tsx';
import { rolesToGive } from './roles.ts';

/** A member: what they may do where, and the ways to change and end it. */
export function MemberRow({ of: member }: { readonly of: ListedMember }) {
  const { user, role, project, clients } = member;
  const own = settingsAccount.value?.role ?? 'viewer';
  const [name, email] = [strangersText(member.name), strangersText(member.email)];
  // Only owners change owners.
  const mayChange = mayAdministerAccount.value && (role !== 'owner' || own === 'owner');
  const isAgency = clientRelationships.answer.value?.data.some(
    ({ agency }) => agency.id === settingsAccount.value?.id,
  );
  return (
    <li>
      <div>
        <b>{name}</b> {member.is_disabled && <span class="muted">cannot sign in</span>}
        <p class="muted small">
          {name !== email && `${email} · `}
          {role}
          {project && ` of ${strangersText(project.name)} alone`}
          {clients &&
            ` · sees ${clients.map((client) => strangersText(client.name)).join(', ') || 'nothing'}`}
        </p>
        {mayChange && (
          <SavedChoice
            label={`Role of ${name}`}
            value={role}
            options={rolesToGive(own)}
            onSave={(next) => changeRole(user, member, next as Role)}
          />
        )}
        {mayChange && project === null && (isAgency || clients !== null) && <ClientsOfMember of={member} />}
      </div>
      {mayChange && (
        <Confirm
          label={
            <>
              Remove…<span class="sr"> {name}</span>
            </>
          }
          title={`Remove ${name}?`}
          name={member.email}
          button="Remove"
          onConfirm={() => removeMember(user, member)}
        >
          They lose access with their next request, and invitations that they made here are worth nothing.
          Keys that they made keep working: they belong to the account.
        </Confirm>
      )}
    </li>
  );
}
