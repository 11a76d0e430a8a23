import type { ComponentChildren } from 'preact';
import { ErrorBoundary } from 'preact-iso';
import { isSignedOut, person } from '../ask/session.ts';
import { lazily } from './lazily.ts';

const SignedOut = lazily(() => import('./signed-out.tsx'));

type SignedInProps = {
  /** What signing in is for, where it is not to see figures. */
  readonly sentence?: string;
  readonly children: ComponentChildren;
};

/** What only who has signed in sees. Where their session ends it stays, with all that was typed, below the form to sign in. */
export function SignedIn({ children, ...rest }: SignedInProps) {
  return (
    <>
      {(!isSignedOut.value || person.value) && children}
      <ErrorBoundary>{isSignedOut.value && <SignedOut {...rest} />}</ErrorBoundary>
    </>
  );
}
