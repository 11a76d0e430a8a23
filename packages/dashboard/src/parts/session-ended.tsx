import { useLayoutEffect, useRef } from 'preact/hooks';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';

/** Over the page that somebody was on: after they have signed in it goes on where it was. */
export default function SessionEnded() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector('input')?.focus();
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
