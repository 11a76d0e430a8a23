import type { ListGrantsResponse } from '@cvq/contract';
import { grants, revokeGrant } from '../../ask/grants.ts';
import { person } from '../../ask/session.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { dayAndClock } from '../../words/moments.ts';
import { strangersText } from '../../words/strangers-text.ts';
import { writing } from '../../words/writing.ts';

type Grant = ListGrantsResponse['data'][number];

/** The applications that this person let in, and the way to end that. */
export default function Applications() {
  if (person.value?.is_demo)
    return (
      <SettingsPage sentence="Applications ask on behalf of a person." aside="You look at the demo.">
        <WhoMayChange of="the demo" />
      </SettingsPage>
    );
  const data = grants.answer.value?.data;
  return (
    <SettingsPage
      sentence={data ? sentenceOf(data.length) : null}
      aside="They see what you see, as far as you let them."
      of={[grants]}
    >
      {data?.length === 0 && (
        <p class="soft">
          Give the address <code>{location.origin}/mcp</code> to an agent: it sends you here to be let in.
        </p>
      )}
      {data && data.length > 0 && (
        <ul class="ledger" aria-label="Connected applications">
          {data.map((grant) => (
            <GrantRow key={grant.id} of={grant} />
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}

function sentenceOf(count: number): string {
  if (count === 0) return 'No application is connected.';
  return count === 1 ? 'One application is connected.' : `${count} applications are connected.`;
}

const answersTo = (host: string) => `answers to ${host}`;

function GrantRow({ of: grant }: { readonly of: Grant }) {
  const name = strangersText(grant.application);
  const used = grant.last_used_at;
  return (
    <li>
      <div>
        <b>{name}</b>{' '}
        <span class="muted">
          {grant.host ?? ['says so itself', ...grant.redirect_hosts.map(answersTo)].join(', ')}
        </span>
        <p class="muted small">
          {grant.scopes.join(', ')} · {projectsOf(grant)}
        </p>
        <p class="muted small">
          Since {dayAndClock(grant.created_at, writing.value)} ·{' '}
          {used ? `last used ${dayAndClock(used, writing.value)}` : 'never used'}
        </p>
      </div>
      <Confirm
        label={
          <>
            Revoke…<span class="sr"> {name}</span>
          </>
        }
        title={`Revoke ${name}?`}
        name={grant.application}
        button="Revoke"
        onConfirm={() => revokeGrant(grant.id)}
      >
        Its next request is refused, on every computer. To go on, it asks you again.
      </Confirm>
    </li>
  );
}

function projectsOf({ projects, as_superadmin: asSuperadmin }: Grant): string {
  if (projects === null) return asSuperadmin ? 'every project of the installation' : 'all your projects';
  return projects.map((project) => strangersText(project.name)).join(', ') || 'no project any more';
}
