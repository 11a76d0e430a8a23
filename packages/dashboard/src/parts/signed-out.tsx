import { person } from '../ask/session.ts';
import SignIn from '../pages/sign-in/sign-in.tsx';
import { SessionEnded } from './session-ended.tsx';

/** The form to sign in: a page where nobody has signed in here, else over the page that they were on. */
export default function SignedOut({ sentence }: { readonly sentence?: string }) {
  if (person.value !== null) return <SessionEnded />;
  return sentence === undefined ? <SignIn /> : <SignIn sentence={sentence} />;
}
