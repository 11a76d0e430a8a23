import { useState } from 'preact/hooks';
import { createUser } from '../../../ask/accounts.ts';
import { Form } from '../../../parts/form.tsx';
import { FIELDS } from '../../sign-in/fields.ts';

/** A button that opens the form by which a person is made, who then needs a link to choose a password. */
export function NewUser() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p>
        <button type="button" class="button" onClick={() => setOpen(true)}>
          Make a person
        </button>
      </p>
    );
  return (
    <Form
      fields={[
        { ...FIELDS.name, autocomplete: 'off' },
        { ...FIELDS.email, autocomplete: 'off' },
      ]}
      button="Make them"
      onSubmit={async ({ name = '', email = '', superadmin }) => {
        await createUser({ name, email, superadmin: superadmin === 'on' });
        setOpen(false);
      }}
    >
      <div class="field">
        <label class="check">
          <input type="checkbox" name="superadmin" />A superadmin, who sees every project
        </label>
      </div>
      <button type="button" class="quiet" onClick={() => setOpen(false)}>
        Cancel
      </button>
    </Form>
  );
}
