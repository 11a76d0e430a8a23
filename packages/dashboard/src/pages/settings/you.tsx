import { useState } from 'preact/hooks';
import { person } from '../../ask/session.ts';
import { changeName, changePassword } from '../../ask/you.ts';
import { areShortcutsOn, setShortcutsOn } from '../../keyboard/are-shortcuts-on.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { SavedCheck } from '../../parts/saved-check.tsx';
import { SavedChoice } from '../../parts/saved-choice.tsx';
import { SavedText } from '../../parts/saved-text.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { type Theme, theme } from '../../parts/theme.ts';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { FIELDS } from '../sign-in/fields.ts';
import { Sessions } from './you/sessions.tsx';

/** Who has signed in, and how the dashboard looks and listens in this browser. */
export default function You() {
  const you = person.value;
  const sentence = you && (you.is_demo ? 'You look at the demo as its owner.' : `You are ${you.name}.`);
  return (
    <SettingsPage
      sentence={sentence}
      aside={you?.is_demo ? 'Who signs up has a name and a password.' : you?.email}
    >
      {you?.is_demo && <WhoMayChange of="the demo" />}
      {you?.is_demo === false && (
        <div class="fields">
          <SavedText {...FIELDS.name} value={you.name} onSave={changeName} />
          <SavedText
            label="E-mail"
            value={you.email ?? ''}
            isLocked
            hint="With which you sign in. It stays as it is."
            onSave={async () => {}}
          />
          <Password />
        </div>
      )}
      <h2>This browser</h2>
      <div class="fields">
        <SavedChoice
          label="Light or dark"
          value={theme.value}
          options={[
            ['system', 'As the system has it'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          onSave={async (name) => {
            theme.value = name as Theme;
          }}
        />
        <SavedCheck
          label="Keys do something"
          hint="Press ? on any page to see them all."
          isOn={areShortcutsOn()}
          onSave={async (isOn) => setShortcutsOn(isOn)}
        />
      </div>
      <Sessions />
    </SettingsPage>
  );
}

function Password() {
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const close = () => setOpen(false);
  return (
    <p class="copy">
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Change the password…
      </button>
      <span role="status" class="up small">
        {isChanged && 'Changed. You are signed out everywhere else.'}
      </span>
      {isOpen && (
        <Dialog title="Change your password" onClose={close}>
          <p class="soft">You are signed out everywhere else.</p>
          <Form
            fields={[
              { ...FIELDS.password, name: 'current_password', label: 'Password of now' },
              { ...FIELDS.newPassword, name: 'new_password', label: 'New password' },
            ]}
            button="Change it"
            onSubmit={async ({ current_password: current = '', new_password: next = '', applications }) => {
              const passwords = { current_password: current, new_password: next };
              await changePassword({ ...passwords, end_applications: applications !== undefined });
              setChanged(true);
              close();
            }}
          >
            <label class="check">
              <input type="checkbox" name="applications" defaultChecked />
              End what applications may do as you, too: each asks again
            </label>
            <button type="button" class="quiet" onClick={close}>
              Cancel
            </button>
          </Form>
        </Dialog>
      )}
    </p>
  );
}
