import type { SignedInResponse } from '@cvq/contract';
import { useLocation } from 'preact-iso';
import { noteSignedIn } from '../../ask/note-signed-in.ts';
import { isSignedOut } from '../../ask/session.ts';
import { tell } from '../../ask/tell.ts';
import { Form } from '../../parts/form.tsx';
import { NarrowPage } from '../../parts/narrow-page.tsx';
import { FIELDS } from './fields.ts';
import SignIn from './sign-in.tsx';

/** From the demo to an account: whoever has opened the demo on this machine may be its first person. */
export default function SignUp() {
  const { route } = useLocation();
  if (isSignedOut.value) return <SignIn />;
  return (
    <NarrowPage sentence="Track your own site." aside="First, sign up: this collector has nobody yet.">
      <p class="soft">You see every project of this collector from then on, the demo shop among them.</p>
      <Form
        fields={[FIELDS.name, FIELDS.email, FIELDS.newPassword]}
        button="Sign up"
        onSubmit={async (values) => {
          const { data } = await tell<SignedInResponse>('/sign-up', values);
          // The owner of the demo is somebody else: the page is loaded anew there.
          route('/new-project', true);
          noteSignedIn(data);
        }}
      />
    </NarrowPage>
  );
}
