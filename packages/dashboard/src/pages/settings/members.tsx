import type { InviteResponse } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { clientRelationships } from '../../ask/client-relationships.ts';
import { invitations, members, withdrawInvitation } from '../../ask/members.ts';
import { person } from '../../ask/session.ts';
import { mayAdministerAccount, settingsAccount } from '../../ask/settings-account.ts';
import { AccountChooser } from '../../parts/account-chooser.tsx';
import { NoAccount } from '../../parts/no-account.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useSaving } from '../../parts/use-saving.ts';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { membersSentence } from '../../words/members-sentence.ts';
import { dayAndClock } from '../../words/moments.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';
import { Invite } from './members/invite.tsx';
import { MemberRow } from './members/member-row.tsx';

/** Who can see and do what in an account, and who is invited to it. */
export default function Members() {
  const [made, setMade] = useState<InviteResponse['data'] | null>(null);
  const account = settingsAccount.value;
  if (person.value?.is_demo)
    return (
      <SettingsPage
        sentence="The demo is yours alone."
        aside="Track your own site: then you can invite others to it."
      />
    );
  if (account === null)
    return <NoAccount whose={(owner) => `Whoever is in the account ${owner} sees its members.`} />;
  const listed = members.answer.value?.data;
  const open = (invitations.answer.value?.data ?? []).filter(isHere);
  const whole = listed?.filter(({ project }) => project === null) ?? [];
  const inProjects = listed?.filter(({ project }) => project !== null) ?? [];
  const owners = whole.filter(({ role, is_disabled: isDisabled }) => role === 'owner' && !isDisabled).length;
  const counted = { people: whole.length, owners, invited: open.length };
  const { lead, aside } = membersSentence(account.name, counted, writing.value);
  return (
    <SettingsPage
      sentence={listed ? lead : null}
      aside={aside}
      of={[members, invitations, clientRelationships]}
      chooser={<AccountChooser />}
    >
      {mayAdministerAccount.value ? <Invite onMade={setMade} /> : <WhoMayChange of={account.name} />}
      {whole.length > 0 && (
        <ul class="ledger" aria-label={`Members of ${account.name}`}>
          {whole.map((member) => (
            <MemberRow key={member.user} of={member} />
          ))}
        </ul>
      )}
      {inProjects.length > 0 && (
        <>
          <h2 id="of-projects">Members of one project</h2>
          <ul class="ledger" aria-labelledby="of-projects">
            {inProjects.map((member) => (
              <MemberRow key={`${member.user} ${member.project?.id}`} of={member} />
            ))}
          </ul>
        </>
      )}
      {open.length > 0 && (
        <>
          <h2 id="open-invitations">Invitations</h2>
          <ul class="ledger" aria-labelledby="open-invitations">
            {open.map((invitation) => (
              <InvitationRow key={invitation.id} of={invitation} />
            ))}
          </ul>
        </>
      )}
      {made && (
        <ShownOnce
          key={made.id}
          title={`The invitation of ${strangersText(made.email)}`}
          secret={made.link}
          onStored={() => setMade(null)}
        >
          <p class="muted small">
            Hand it over yourself: cvq sends no mail. It works once, until{' '}
            {dayAndClock(made.expires_at, writing.value)}.
          </p>
        </ShownOnce>
      )}
    </SettingsPage>
  );
}

type OpenInvitation = Omit<InviteResponse['data'], 'link'>;

/** Whether it is to the account that is open, or to a project of it. */
function isHere({ account, project }: OpenInvitation): boolean {
  const of = settingsAccount.value?.id;
  if (account !== null) return account === of;
  return person.value?.projects.some(({ id, account: owner }) => id === project && owner.id === of) ?? false;
}

function InvitationRow({ of }: { readonly of: OpenInvitation }) {
  const withdrawing = useSaving();
  const email = strangersText(of.email);
  const project = person.value?.projects.find(({ id }) => id === of.project);
  return (
    <li>
      <div>
        <b>{email}</b>
        <p class="muted small">
          as {of.role}
          {project && ` of ${project.domain}`} · good until {dayAndClock(of.expires_at, writing.value)}
        </p>
        <p class="down small" role="alert">
          {withdrawing.refusal}
        </p>
      </div>
      <button
        type="button"
        class="button"
        onClick={() => void withdrawing.save(() => withdrawInvitation(of.id))}
      >
        Withdraw<span class="sr"> the invitation of {email}</span>
      </button>
    </li>
  );
}
