import type {
  AllowAuthorizationBody,
  AskedAuthorization,
  BeginAuthorizationResponse,
  DecidedAuthorizationResponse,
} from '@cvq/contract';
import { useEffect, useState } from 'preact/hooks';
import { NotAnswered } from '../ask/ask.ts';
import { person } from '../ask/session.ts';
import { tell } from '../ask/tell.ts';
import { Form } from '../parts/form.tsx';
import { NarrowPage } from '../parts/narrow-page.tsx';
import { SignedIn } from '../parts/signed-in.tsx';
import { strangersText } from '../words/strangers-text.ts';
import { AuthorizeProjects } from './authorize/authorize-projects.tsx';
import { AuthorizeScopes } from './authorize/authorize-scopes.tsx';
import '../style/settings.css';

/** What an application asks for, and the decision on it. Who has not signed in does so first, and stays here. */
export default function Authorize() {
  return (
    <SignedIn sentence="An application asks to see your figures. Sign in to decide.">
      <Request />
    </SignedIn>
  );
}

function Request() {
  const [asked, setAsked] = useState<AskedAuthorization | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    begin().then(
      ({ data }) => {
        setAsked(data.asked);
        if (data.refusal !== null) setRefusal({ message: data.refusal, to: data.redirect_to });
        else if (data.redirect_to !== null) location.replace(data.redirect_to);
      },
      (error: unknown) => {
        if (!(error instanceof NotAnswered)) throw error;
        setRefusal({ message: error.message, to: null });
      },
    );
  }, []);
  if (refusal !== null)
    return (
      <NarrowPage sentence="The application cannot be let in.">
        <p role="alert" class="refusal">
          {refusal.message}
        </p>
        {refusal.to && (
          <p class="soft">
            Tell it so:{' '}
            <a class="text-link" href={refusal.to}>
              go on to {new URL(refusal.to).host || 'the application'}
            </a>
          </p>
        )}
      </NarrowPage>
    );
  return asked === null ? <main id="main" class="narrow" aria-busy="true" /> : <Decision asked={asked} />;
}

/** Why there is nothing to decide, and where the application is told so; null where nobody can be told. */
type Refusal = { readonly message: string; readonly to: string | null };

function begin(): Promise<BeginAuthorizationResponse> {
  return tell('/authorizations', { query: location.search.slice(1) });
}

function Decision({ asked }: { readonly asked: AskedAuthorization }) {
  const [choice, setChoice] = useState<AllowAuthorizationBody>({
    scopes: asked.scopes.filter((scope) => !scope.endsWith(':write')),
    projects: projectsBefore(asked),
    as_superadmin: false,
  });
  const lost = asked.earlier?.scopes.filter((scope) => !choice.scopes.includes(scope)) ?? [];
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
        {lost.length > 0 && (
          <p role="status" class="soft">
            You have let it in before. This replaces that: it loses {lost.join(', ')}.
          </p>
        )}
        <AuthorizeProjects asked={asked} choice={choice} onChoose={change} />
        <p class="muted small">It sees what you see, and no more. You can revoke it in the settings.</p>
        <button type="button" class="button" onClick={() => void decide('deny')}>
          Refuse
        </button>
      </Form>
    </NarrowPage>
  );
}

/** Those that it was limited to before, as far as the person has them as a member; else all. */
function projectsBefore({ earlier, projects }: AskedAuthorization): string[] | null {
  const own = projects.filter((project) => !project.as_superadmin).map(({ id }) => id);
  return earlier?.projects?.filter((id) => own.includes(id)) ?? null;
}

/** What has to be chosen before anything can be allowed. */
function missingIn({ scopes, projects }: AllowAuthorizationBody): string | null {
  if (scopes.length === 0) return 'Choose what it may do';
  return projects?.length === 0 ? 'Choose a project' : null;
}

function whoVouches({ application: { host } }: AskedAuthorization): string {
  return host === null ? 'It says so itself: anybody can use this name.' : `It is of ${host}.`;
}
