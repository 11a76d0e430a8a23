import type { SignedInResponse } from '@cvq/contract';
import { noteSignedIn } from '../../ask/note-signed-in.ts';
import { tell } from '../../ask/tell.ts';
import { Form } from '../../parts/form.tsx';
import { FIELDS } from './fields.ts';

/** E-mail and password. Whoever shows it goes on by itself when somebody has signed in. */
export function SignInForm() {
  return (
    <Form
      fields={[FIELDS.email, FIELDS.password]}
      button="Sign in"
      onSubmit={async (values) => {
        const { data } = await tell<SignedInResponse>('/sign-in', values);
        noteSignedIn(data);
      }}
    >
      <p class="small">
        <a class="text-link" href="/forgotten">
          Forgotten?
        </a>
      </p>
    </Form>
  );
}
