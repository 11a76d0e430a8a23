import type { SignedInResponse } from '@cvq/contract';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ask } from '../ask/ask.ts';
import { noteSignedIn } from '../ask/note-signed-in.ts';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import '../style/dialog.css';

/** Over the page that somebody was on: after they have signed in it goes on where it was. */
export default function SessionEnded() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
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
    <dialog
      ref={dialog}
      class="sign-in-dialog"
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="session-ended">Your session has ended. Sign in to go on.</h2>
      <SignInForm />
    </dialog>
  );
}
