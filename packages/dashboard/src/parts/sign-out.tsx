import { person } from '../ask/session.ts';
import { tell } from '../ask/tell.ts';
import '../style/sign-out.css';

/** Who has signed in, and the way out. Nothing of what they saw stays behind. */
export function SignOut() {
  const { name, email } = person.value ?? { name: '', email: null };
  return (
    <p class="sign-out">
      <span class="muted small">{email ?? name}</span>
      <button type="button" class="quiet" onClick={() => void signOut()}>
        Sign out
      </button>
    </p>
  );
}

async function signOut(): Promise<void> {
  // Where the session has ended already there is nothing left to end.
  await tell('/sign-out').catch(() => null);
  location.replace('/');
}
