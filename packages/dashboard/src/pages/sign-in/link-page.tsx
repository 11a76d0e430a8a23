import type { ReadInvitationResponse, SignedInResponse } from '@cvq/contract';
import type { ComponentChildren, ComponentProps } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { NotAnswered } from '../../ask/ask.ts';
import { noteSignedIn } from '../../ask/note-signed-in.ts';
import { isSignedOut } from '../../ask/session.ts';
import { tell } from '../../ask/tell.ts';
import { Form } from '../../parts/form.tsx';
import { NarrowPage } from '../../parts/narrow-page.tsx';
import { FIELDS } from './fields.ts';
import { takeLinkToken } from './link-token.ts';
import { SignInForm } from './sign-in-form.tsx';

/** What a link leads to, by its path. The token is handed over by POST, and where it is good somebody is signed in. */
export default function LinkPage({ path = '' }: { readonly path?: string }) {
  const [token] = useState(takeLinkToken);
  // A link that is pasted into the page of a link changes no more than what stands after `#`.
  useEffect(() => {
    const again = () => location.reload();
    addEventListener('hashchange', again);
    return () => removeEventListener('hashchange', again);
  }, []);
  if (token === null) return <Reloaded />;
  if (path === '/setup') return <SetUp token={token} />;
  if (path === '/open-demo') return <OpenDemo token={token} />;
  if (path === '/reset') return <Reset token={token} />;
  // Once somebody has signed in here, it may be theirs.
  return <Invitation key={`${isSignedOut.value}`} token={token} />;
}

type LinkProps = { readonly token: string };

/** Has a link redeemed, and goes to what it opens. */
function useRedeem({ token }: LinkProps): (path: string, values?: object) => Promise<void> {
  const { route } = useLocation();
  return async (path, values = {}) => {
    const { data } = await tell<SignedInResponse>(path, { ...values, token });
    // Where another person was signed in the page is loaded anew, and that must not be the page of the link.
    route('/', true);
    noteSignedIn(data);
  };
}

function SetUp(link: LinkProps) {
  const redeem = useRedeem(link);
  return (
    <NarrowPage sentence="Set up cvq." aside="You are the first.">
      <Form
        fields={[FIELDS.name, FIELDS.email, FIELDS.newPassword]}
        button="Begin"
        onSubmit={(values) => redeem('/set-up', values)}
      />
    </NarrowPage>
  );
}

function Reset(link: LinkProps) {
  const redeem = useRedeem(link);
  return (
    <NarrowPage sentence="Choose a new password.">
      <Form
        fields={[FIELDS.newPassword]}
        button="Save and sign in"
        onSubmit={(values) => redeem('/resets/redeem', values)}
      />
    </NarrowPage>
  );
}

function OpenDemo(link: LinkProps) {
  const redeem = useRedeem(link);
  const refusal = useRefusal(() => redeem('/open-demo'));
  return (
    <NarrowPage sentence="The demo opens.">
      <Refusal of={refusal} />
    </NarrowPage>
  );
}

function Invitation(link: LinkProps) {
  const redeem = useRedeem(link);
  const [about, setAbout] = useState<ReadInvitationResponse['data'] | null>(null);
  const refusal = useRefusal(async () => {
    setAbout((await tell<ReadInvitationResponse>('/invitations/read', link)).data);
  });
  if (about === null)
    return (
      <NarrowPage sentence="You are invited.">
        <Refusal of={refusal} />
      </NarrowPage>
    );
  return (
    <NarrowPage sentence={`You are invited to ${about.to}.`} aside={`${about.email}, as ${about.role}.`}>
      {about.is_yours ? (
        <Form fields={[]} button="Accept" onSubmit={() => redeem('/invitations/redeem')} />
      ) : (
        <Acceptance onSubmit={(values) => redeem('/invitations/redeem', values)} />
      )}
    </NarrowPage>
  );
}

/** Whether there is such a person is not known here: the collector tells it to nobody. */
function Acceptance({ onSubmit }: Pick<ComponentProps<typeof Form>, 'onSubmit'>) {
  const [isKnown, setKnown] = useState(false);
  if (isKnown) return <SignInForm />;
  return (
    <Form fields={[FIELDS.name, FIELDS.newPassword]} button="Accept" onSubmit={onSubmit}>
      <p class="small">
        <button type="button" class="button" onClick={() => setKnown(true)}>
          Sign in, if you have been here before
        </button>
      </p>
    </Form>
  );
}

function Reloaded() {
  return (
    <NarrowPage sentence="Open the link once more." aside="Its secret has left this page.">
      <Back />
    </NarrowPage>
  );
}

/** What refused something that is done as the page comes. */
function useRefusal(work: () => Promise<void>): NotAnswered | null {
  const [refusal, setRefusal] = useState<NotAnswered | null>(null);
  useEffect(() => {
    work().catch((error: unknown) => {
      if (!(error instanceof NotAnswered)) throw error;
      setRefusal(error);
    });
  }, []);
  return refusal;
}

function Refusal({ of }: { readonly of: NotAnswered | null }): ComponentChildren {
  if (of === null) return null;
  return (
    <>
      <p role="alert" class="refusal">
        {of.message}
      </p>
      <Back />
    </>
  );
}

function Back() {
  return (
    <p>
      <a class="text-link" href="/">
        To the dashboard
      </a>
    </p>
  );
}
