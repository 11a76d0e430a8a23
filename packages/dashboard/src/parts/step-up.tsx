import type { SignedInResponse } from '@cvq/contract';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { passwordAsked } from '../ask/password-asked.ts';
import { person } from '../ask/session.ts';
import { tell } from '../ask/tell.ts';
import { FIELDS } from '../pages/sign-in/fields.ts';
import { Form } from './form.tsx';
import '../style/dialog.css';

/** Asks for the password again, over whatever needs it. Escape and Cancel leave everything as it was. */
export default function StepUp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const settle = useRef(passwordAsked.value);
  const isGiven = useRef(false);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
  }, []);

  return (
    <dialog
      ref={dialog}
      class="sign-in-dialog"
      aria-labelledby="step-up"
      onClose={() => settle.current?.(isGiven.current)}
    >
      <h2 id="step-up">Give your password again.</h2>
      <p class="soft">Then it is not asked for in the next ten minutes.</p>
      <Form
        fields={[FIELDS.password]}
        button="Go on"
        onSubmit={async (values) => {
          person.value = (await tell<SignedInResponse>('/step-up', values)).data;
          isGiven.current = true;
          dialog.current?.close();
        }}
      >
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          Cancel
        </button>
      </Form>
    </dialog>
  );
}
