import type { InviteResponse, Role } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { invite } from '../../../ask/members.ts';
import { projects } from '../../../ask/projects.ts';
import { settingsAccount } from '../../../ask/settings-account.ts';
import { Form } from '../../../parts/form.tsx';
import { FIELDS } from '../../sign-in/fields.ts';
import { rolesToGive } from './roles.ts';

/** A button that opens the form by which somebody is invited. */
export function Invite({ onMade }: { onMade(made: InviteResponse['data']): void }) {
  const [isOpen, setOpen] = useState(false);
  const account = settingsAccount.value;
  if (account === null) return null;
  if (!isOpen)
    return (
      <p>
        <button type="button" class="button" onClick={() => setOpen(true)}>
          Invite somebody
        </button>
      </p>
    );
  const own = projects.value?.filter((project) => project.account.id === account.id) ?? [];
  const close = () => setOpen(false);
  return (
    <section aria-label="An invitation">
      <Form
        fields={[{ ...FIELDS.email, autocomplete: 'off' }]}
        button="Make the link"
        onSubmit={async ({ email = '', role, place = '' }) => {
          const where = place === '' ? { account: account.id } : { project: place };
          onMade(await invite({ email, role: role as Role, ...where }));
          close();
        }}
      >
        <div class="field">
          <label for="role">What may they do?</label>
          <select id="role" name="role">
            {rolesToGive(account.role).map(([role, words]) => (
              <option key={role} value={role}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for="place">Where?</label>
          <select id="place" name="place">
            <option value="">In all of {account.name}</option>
            {own.map(({ id, domain }) => (
              <option key={id} value={id}>
                In {domain} alone
              </option>
            ))}
          </select>
        </div>
        <button type="button" class="quiet" onClick={close}>
          Cancel
        </button>
      </Form>
    </section>
  );
}
