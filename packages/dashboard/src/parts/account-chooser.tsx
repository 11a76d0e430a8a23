import { chooseSettingsAccount, settingsAccount, settingsAccounts } from '../ask/settings-account.ts';
import { Choice } from './choice.tsx';

/** Whose settings are shown, where somebody can open those of several accounts. */
export function AccountChooser() {
  if (settingsAccounts.value.length < 2) return null;
  return (
    <p class="account-chooser">
      <Choice
        name="Account"
        value={settingsAccount.value?.id ?? ''}
        options={settingsAccounts.value.map(({ id, name }) => [id, name])}
        onChoose={chooseSettingsAccount}
      />
    </p>
  );
}
