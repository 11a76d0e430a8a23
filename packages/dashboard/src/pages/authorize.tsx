import type {
  AllowAuthorizationBody,
  AskedAuthorization,
  BeginAuthorizationResponse,
  DecidedAuthorizationResponse,
} from '@cvq/contract';
import { useEffect, useState } from 'preact/hooks';
import { NotAnswered, tell } from '../ask/ask.ts';
import { isSignedOut, person } from '../ask/session.ts';
import { Form } from '../parts/form.tsx';
import { NarrowPage } from '../parts/narrow-page.tsx';
import { strangersText } from '../words/strangers-text.ts';
import { AuthorizeProjects } from './authorize/authorize-projects.tsx';
import { AuthorizeScopes } from './authorize/authorize-scopes.tsx';
import SignIn from './sign-in/sign-in.tsx';
import '../style/settings.css';

/** What an application asks for, and the decision on it. Who has not signed in does so first, and stays here. */
export default function Authorize() {
  return isSignedOut.value ? <SignIn /> : <Request />;
}

function Request() {
  const [asked, setAsked] = useState<AskedAuthorization | null>(null);
  const [refusal, setRefusal] = useState<NotAnswered | null>(null);
  useEffect(() => {
    begin().then(setAsked, (error: unknown) => {
      if (!(error instanceof NotAnswered)) throw error;
      setRefusal(error);
    });
  }, []);
  if (refusal !== null)
    return (
      <NarrowPage sentence="The application cannot be let in.">
        <p role="alert" class="refusal">
          {refusal.message}
        </p>
      </NarrowPage>
    );
  return asked === null ? <main id="main" class="narrow" aria-busy="true" /> : <Decision asked={asked} />;
}

/** Null where the browser is on its way back to the application, which is told what is wrong with its request. */
async function begin(): Promise<AskedAuthorization | null> {
  const query = location.search.slice(1);
  const { data } = await tell<BeginAuthorizationResponse>('/authorizations', { query });
  if (data.redirect_to !== null) location.replace(data.redirect_to);
  return data.asked;
}

function Decision({ asked }: { readonly asked: AskedAuthorization }) {
  const [choice, setChoice] = useState<AllowAuthorizationBody>({
    scopes: asked.scopes.filter((scope) => !scope.endsWith(':write')),
    projects: null,
    as_superadmin: false,
  });
  const [isDecided, setDecided] = useState(false);
  const name = strangersText(asked.application.name);
  const decide = async (way: 'allow' | 'deny') => {
    const at = `/authorizations/${asked.id}`;
    const { data } = await (way === 'allow'
      ? tell<DecidedAuthorizationResponse>(`${at}/allow`, choice)
      : tell<DecidedAuthorizationResponse>(at, {}, 'DELETE'));
    setDecided(true);
    location.assign(data.redirect_to);
  };
  if (isDecided)
    return (
      <NarrowPage sentence={`Go on in ${name}.`}>
        <p class="soft">This page can be closed.</p>
      </NarrowPage>
    );
  const change = (to: Partial<AllowAuthorizationBody>) => setChoice({ ...choice, ...to });
  return (
    <NarrowPage sentence={`${name} asks to see your figures.`} aside={whoVouches(asked)}>
      <Form fields={[]} button="Let it in" missing={missingIn(choice)} onSubmit={() => decide('allow')}>
        <p class="soft">
          You are {person.value?.email}, at {location.host}. The answer goes to <b>{asked.redirect.host}</b>
          {asked.redirect.is_loopback &&
            ', a program on this computer. Go on only if you have just started it yourself'}
          .
        </p>
        <AuthorizeScopes
          offered={asked.scopes}
          chosen={choice.scopes}
          onChoose={(scopes) => change({ scopes })}
        />
        <AuthorizeProjects asked={asked} choice={choice} onChoose={change} />
        <p class="muted small">It sees what you see, and no more. You can revoke it in the settings.</p>
        <button type="button" class="button" onClick={() => void decide('deny')}>
          Refuse
        </button>
      </Form>
    </NarrowPage>
  );
}

/** What has to be chosen before anything can be allowed. */
function missingIn({ scopes, projects }: AllowAuthorizationBody): string | null {
  if (scopes.length === 0) return 'Choose what it may do';
  return projects?.length === 0 ? 'Choose a project' : null;
}

function whoVouches({ application: { host } }: AskedAuthorization): string {
  return host === null ? 'It says so itself: anybody can use this name.' : `It is of ${host}.`;
}
