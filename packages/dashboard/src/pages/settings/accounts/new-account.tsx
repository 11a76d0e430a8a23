import type { CreateAccountBody } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { createAccount } from '../../../ask/accounts.ts';
import { Form } from '../../../parts/form.tsx';
import { planChoices } from './plan-choices.ts';

/** A button that opens the form by which an account is made. */
export function NewAccount() {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p>
        <button type="button" class="button" onClick={() => setOpen(true)}>
          Make an account
        </button>
      </p>
    );
  return (
    <Form
      fields={[{ name: 'name', label: 'Its name', type: 'text', autocomplete: 'off' }]}
      button="Make it"
      onSubmit={async ({ name = '', kind, plan }) => {
        await createAccount({ name, kind, plan } as CreateAccountBody);
        setOpen(false);
      }}
    >
      <div class="field">
        <label for="kind">What is it?</label>
        <select id="kind" name="kind">
          <option value="customer">A customer, who tracks sites of their own</option>
          <option value="agency">An agency, which works for other accounts</option>
        </select>
      </div>
      <div class="field">
        <label for="plan">Its plan</label>
        <select id="plan" name="plan">
          {planChoices.value.map(([code, words]) => (
            <option key={code} value={code}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <button type="button" class="quiet" onClick={() => setOpen(false)}>
        Cancel
      </button>
    </Form>
  );
}
