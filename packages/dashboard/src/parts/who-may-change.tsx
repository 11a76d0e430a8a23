import { person } from '../ask/session.ts';

/** To whom may only read: who can change what is here. */
export function WhoMayChange({ of }: { readonly of: string }) {
  if (person.value?.is_demo)
    return (
      <p class="muted small">
        You look at the demo.{' '}
        <a class="text-link" href="/sign-up">
          Sign up
        </a>{' '}
        to change anything of your own.
      </p>
    );
  return <p class="muted small">Admins and owners of {of} can change this.</p>;
}
