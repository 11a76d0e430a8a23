import type { AccountKey } from '@cvq/contract';
import { revokeKey } from '../../../ask/keys.ts';
import { projects } from '../../../ask/projects.ts';
import { mayAdministerAccount } from '../../../ask/settings-account.ts';
import { Confirm } from '../../../parts/confirm.tsx';
import { isInForce, madeWords, reachWords, timeWords } from '../../../words/key-words.ts';
import { strangersText } from '../../../words/strangers-text.ts';
import { writing } from '../../../words/writing.ts';

/** A key: what it is for, what it may do where, and the way to end it. */
export function KeyRow({ of: key }: { readonly of: AccountKey }) {
  const { id, kind, last4, scopes } = key;
  const name = strangersText(key.name);
  const domains = new Map(projects.value?.map((project) => [project.id, project.domain]));
  const what = kind === 'server' ? 'writes events of a server' : scopes.join(', ') || 'no scope';
  return (
    <li>
      <div>
        <b>{name}</b> <code class="muted">…{last4}</code>
        <p class="muted small">
          {kind === 'server' ? 'Server key' : 'Secret key'} · {what} · {reachWords(key, domains)}
        </p>
        <p class="muted small">
          {madeWords(key, writing.value)} · {timeWords(key, writing.value)}
        </p>
      </div>
      {isInForce(key) && mayAdministerAccount.value && (
        <Confirm
          label={
            <>
              Revoke…<span class="sr"> {name}</span>
            </>
          }
          title={`Revoke ${name}?`}
          name={key.name}
          button="Revoke"
          onConfirm={() => revokeKey(id)}
        >
          The next request with it is refused, wherever it is in use. This cannot be undone: make another key
          first where something must go on.
        </Confirm>
      )}
    </li>
  );
}
