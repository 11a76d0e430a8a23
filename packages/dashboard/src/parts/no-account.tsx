import { isInProject } from '../address/location.ts';
import { currentProject } from '../ask/projects.ts';
import { person } from '../ask/session.ts';
import { SettingsPage } from './settings-page.tsx';

/** In place of the settings of an account, for whoever is in none. `whose`: what they are told of that of the project. */
export function NoAccount({ whose }: { whose(account: string): string }) {
  if (!isInProject.value)
    return (
      <SettingsPage
        sentence={person.value && 'You are in no account.'}
        aside={
          person.value?.is_superadmin
            ? 'Superadmins open the settings of each account from one of its projects, and make the first one and its owner under Accounts.'
            : 'Whoever looks after one can invite you to it.'
        }
      />
    );
  const owner = currentProject.value?.account.name;
  return (
    <SettingsPage
      sentence={owner === undefined ? null : 'You are a member of this project alone.'}
      aside={owner && whose(owner)}
    />
  );
}
