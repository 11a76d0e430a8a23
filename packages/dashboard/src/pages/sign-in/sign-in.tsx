import type { SignInStateResponse } from '@cvq/contract';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../ask/ask.ts';
import { NarrowPage } from '../../parts/narrow-page.tsx';
import { SignInForm } from './sign-in-form.tsx';

type SignInProps = {
  /** What signing in is for. */
  readonly sentence?: string;
};

/** What somebody meets who has not signed in, at whatever address: afterwards they are where they wanted to be. */
export default function SignIn({ sentence = 'Sign in to see your figures.' }: SignInProps) {
  const [state, setState] = useState<SignInStateResponse['data'] | null>(null);
  useEffect(() => {
    const failed = { signed_in: false, needs_set_up: false, refused: null };
    ask<SignInStateResponse>('/sign-in').then(
      ({ data }) => setState(data),
      () => setState(failed),
    );
  }, []);
  if (state === null) return <main id="main" class="narrow" aria-busy="true" />;
  if (state.refused !== null)
    return (
      <NarrowPage sentence="Nobody can sign in at this address.">
        <p class="soft">{state.refused}</p>
      </NarrowPage>
    );
  if (state.needs_set_up) return <NeedsSetUp />;
  return (
    <NarrowPage sentence={sentence}>
      <SignInForm />
    </NarrowPage>
  );
}

function NeedsSetUp() {
  return (
    <NarrowPage sentence="cvq is running." aside="Nobody has signed up yet.">
      <p class="soft">
        The set-up link is in what <code>cvq serve</code> printed when it started. It is good for 60 minutes:
        a new start prints a new one.
      </p>
      <p class="soft">
        Or make the first person at the terminal: <code>cvq user create --superadmin --email …</code>
      </p>
    </NarrowPage>
  );
}
