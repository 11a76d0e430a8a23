import { accounts, users } from '../../ask/accounts.ts';
import { person } from '../../ask/session.ts';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { count } from '../../words/numbers.ts';
import { writing } from '../../words/writing.ts';
import { AccountRow } from './accounts/account-row.tsx';
import { NewAccount } from './accounts/new-account.tsx';
import { NewUser } from './accounts/new-user.tsx';
import { UserRow } from './accounts/user-row.tsx';

/** All accounts and people of the installation, for superadmins. */
export default function Accounts() {
  if (person.value?.is_superadmin !== true)
    return (
      <SettingsPage
        sentence={person.value && 'Only superadmins see all accounts.'}
        aside="They make them, and change their plans."
      />
    );
  const [all, people] = [accounts.answer.value?.data, users.answer.value?.data];
  const lead =
    all?.length === 1
      ? 'There is one account.'
      : `There are ${count(all?.length ?? 0, writing.value)} accounts.`;
  return (
    <SettingsPage
      sentence={all && people ? lead : null}
      aside="A superadmin sees all of them; the keys of a superadmin reach only what the account has that owns them."
      of={[accounts, users]}
    >
      <NewAccount />
      <ul class="ledger" aria-label="Accounts">
        {all?.map((account) => (
          <AccountRow key={account.id} of={account} />
        ))}
      </ul>
      <h2 id="people">People</h2>
      <NewUser />
      <ul class="ledger" aria-labelledby="people">
        {people?.map((user) => (
          <UserRow key={user.id} of={user} />
        ))}
      </ul>
    </SettingsPage>
  );
}
