import { NotAnswered } from '../ask/ask.ts';
import { person } from '../ask/session.ts';
import { tell } from '../ask/tell.ts';
import { useSaving } from './use-saving.ts';
import '../style/sign-out.css';

/** Who has signed in, and the way out. Nothing of what they saw stays behind. */
export function SignOut() {
  const leaving = useSaving();
  const { name, email } = person.value ?? { name: '', email: null };
  return (
    <p class="sign-out">
      <span class="muted small">{email ?? name}</span>
      <button type="button" class="quiet" onClick={() => void leaving.save(signOut)}>
        Sign out
      </button>
      <span class="down small" role="alert">
        {leaving.refusal}
      </span>
    </p>
  );
}

/** @throws NotAnswered where they are still signed in */
async function signOut(): Promise<void> {
  await tell('/sign-out').catch((error: unknown) => {
    // Where the session has ended already there is nothing left to end.
    if (!(error instanceof NotAnswered) || error.code !== 'unauthenticated') throw error;
  });
  location.replace('/');
}
