import { useState } from 'preact/hooks';
import { clientRelationships, inviteClient } from '../../ask/client-relationships.ts';
import { person } from '../../ask/session.ts';
import { mayAdministerAccount, settingsAccount } from '../../ask/settings-account.ts';
import { AccountChooser } from '../../parts/account-chooser.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Form } from '../../parts/form.tsx';
import { NoAccount } from '../../parts/no-account.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { relationshipsSentence } from '../../words/relationships-sentence.ts';
import { writing } from '../../words/writing.ts';
import { RelationshipRow } from './agencies/relationship-row.tsx';

/** Which agencies work for an account, and which clients an agency works for. */
export default function Agencies() {
  const account = settingsAccount.value;
  if (person.value?.is_demo)
    return (
      <SettingsPage
        sentence="No agency works for the demo."
        aside="Track your own site: then an agency can see its figures, for as long as you like."
      />
    );
  if (account === null)
    return (
      <NoAccount whose={(owner) => `Whoever is in the account ${owner} sees which agencies work for it.`} />
    );
  const listed = clientRelationships.answer.value?.data;
  const agencies = listed?.filter(({ client }) => client.id === account.id) ?? [];
  const clients = listed?.filter(({ agency }) => agency.id === account.id) ?? [];
  const kind = person.value?.accounts.find(({ id }) => id === account.id)?.kind;
  const isAgency = kind === 'agency' || clients.length > 0;
  const { lead, aside } = relationshipsSentence({ agencies, clients, isAgency }, writing.value);
  return (
    <SettingsPage
      sentence={listed ? lead : null}
      aside={aside}
      of={[clientRelationships]}
      chooser={<AccountChooser />}
    >
      {!mayAdministerAccount.value && <WhoMayChange of={account.name} />}
      {isAgency && (
        <>
          <h2 id="clients">Clients</h2>
          {mayAdministerAccount.value && <InviteClient />}
          <ul class="ledger" aria-labelledby="clients">
            {clients.map((each) => (
              <RelationshipRow key={`${each.client.id} ${each.invited_at}`} of={each} side="agency" />
            ))}
          </ul>
        </>
      )}
      <h2 id="agencies">Agencies</h2>
      <p class="muted small copy">
        To be invited, give an agency the id <code>{account.id}</code> <CopyButton text={account.id} />
      </p>
      {agencies.length > 0 && (
        <ul class="ledger" aria-labelledby="agencies">
          {agencies.map((each) => (
            <RelationshipRow key={`${each.agency.id} ${each.invited_at}`} of={each} side="client" />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}

function InviteClient() {
  const [times, setTimes] = useState(0);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p>
        <button type="button" class="button" onClick={() => setOpen(true)}>
          Invite a client
        </button>
      </p>
    );
  return (
    <Form
      key={times}
      fields={[
        {
          name: 'client',
          type: 'text',
          autocomplete: 'off',
          label: 'The id of its account',
          hint: 'acc_…, which the client reads on this page. You see nothing of it before it accepts.',
        },
      ]}
      button="Invite"
      onSubmit={async ({ client = '' }) => {
        await inviteClient(client.trim());
        setTimes(times + 1);
        setOpen(false);
      }}
    >
      <button type="button" class="quiet" onClick={() => setOpen(false)}>
        Cancel
      </button>
    </Form>
  );
}
