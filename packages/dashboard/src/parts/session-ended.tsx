import type { SignedInResponse } from '@cvq/contract';
import { useEffect } from 'preact/hooks';
import { ask } from '../ask/ask.ts';
import { noteSignedIn } from '../ask/note-signed-in.ts';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import { Dialog } from './dialog.tsx';

/** Over the page that somebody was on: after they have signed in it goes on where it was. */
export function SessionEnded() {
  useEffect(() => {
    // Somebody may have signed in in another tab.
    const look = () => {
      ask<SignedInResponse>('/me').then(
        ({ data }) => noteSignedIn(data),
        () => {},
      );
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  return (
    <Dialog title="Your session has ended. Sign in to go on.">
      <SignInForm />
    </Dialog>
  );
}
