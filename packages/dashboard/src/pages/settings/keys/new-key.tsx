import type { CreateKeyBody, CreateKeyResponse, KeyExpiry, ListKeysResponse, Scope } from '@cvq/contract';
import { DEFAULT_SCOPES, KEY_EXPIRIES } from '@cvq/contract/constants';
import { useState } from 'preact/hooks';
import { createKey } from '../../../ask/keys.ts';
import { currentProject } from '../../../ask/projects.ts';
import { person } from '../../../ask/session.ts';
import { settingsAccount } from '../../../ask/settings-account.ts';
import { Form } from '../../../parts/form.tsx';
import { EXPIRY_WORDS } from '../../../words/key-words.ts';
import { KeyReach } from './key-reach.tsx';
import { KeyScopes } from './key-scopes.tsx';

type NewKeyProps = {
  readonly meta: ListKeysResponse['meta'];
  onMade(made: CreateKeyResponse['data']): void;
};

/** A button that opens the form by which a key is made. */
export function NewKey({ meta, onMade }: NewKeyProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <p>
        <button type="button" class="button" onClick={() => setOpen(true)}>
          Create a key
        </button>
      </p>
    );
  const close = () => setOpen(false);
  return (
    <section class="new-key" aria-label="A new key">
      <KeyForm
        meta={meta}
        onClose={close}
        onMade={(made) => {
          onMade(made);
          close();
        }}
      />
    </section>
  );
}

/** What of the wish is no text: the name is a line of the form. */
type Chosen = Required<Omit<CreateKeyBody, 'name'>>;

function KeyForm({ meta, onMade, onClose }: NewKeyProps & { onClose(): void }) {
  const isFull = meta.active_keys >= meta.limits.keys;
  const [chosen, setChosen] = useState<Chosen>({
    ...usualOf(isFull ? 'server' : 'secret'),
    scopes: [...DEFAULT_SCOPES],
  });
  const choose = (change: Partial<Chosen>) => setChosen((before) => ({ ...before, ...change }));

  return (
    <Form
      fields={[{ name: 'name', label: 'What is it for?', type: 'text', autocomplete: 'off' }]}
      button="Create the key"
      missing={chosen.projects.length === 0 ? 'Choose a project' : null}
      onSubmit={async ({ name = '' }) => {
        const scopes = chosen.kind === 'server' ? [] : chosen.scopes;
        onMade(await createKey({ ...chosen, name, scopes }));
      }}
    >
      <KindChoice kind={chosen.kind} isFull={isFull} onChoose={(kind) => choose(usualOf(kind))} />
      {isFull && (
        <p class="muted small">
          The plan {meta.plan} allows {meta.limits.keys} keys that read, and all are in use. Revoke one, or
          ask who runs this collector for a larger plan. Keys of servers are not counted.
        </p>
      )}
      {chosen.kind === 'secret' && (
        <KeyScopes chosen={chosen.scopes} onChoose={(scopes: Scope[]) => choose({ scopes })} />
      )}
      <KeyReach {...chosen} meta={meta} onChoose={choose} />
      {person.value?.is_superadmin && (
        <p class="muted small">
          You see every project. The key reaches those of {settingsAccount.value?.name} alone.
        </p>
      )}
      <ExpiryChoice expiry={chosen.expiry} onChoose={(expiry) => choose({ expiry })} />
      <button type="button" class="quiet" onClick={onClose}>
        Cancel
      </button>
    </Form>
  );
}

/** What is chosen of a kind until somebody chooses otherwise. */
function usualOf(kind: Chosen['kind']): Omit<Chosen, 'scopes'> {
  return kind === 'server'
    ? { kind, projects: ownProject(), agency_wide: false, expiry: 'never' }
    : { kind, projects: 'all', agency_wide: false, expiry: '90' };
}

/** The project that is looked at, where the account that is to have the key owns it. */
function ownProject(): string[] {
  const looked = currentProject.value;
  return looked && looked.account.id === settingsAccount.value?.id ? [looked.id] : [];
}

type KindChoiceProps = {
  readonly kind: Chosen['kind'];
  /** Whether the account may have no more keys that read. */
  readonly isFull: boolean;
  onChoose(kind: Chosen['kind']): void;
};

function KindChoice({ kind, isFull, onChoose }: KindChoiceProps) {
  return (
    <fieldset class="choices">
      <legend>What does it do?</legend>
      <label class="check">
        <input
          type="radio"
          name="kind"
          checked={kind === 'secret'}
          disabled={isFull}
          onChange={() => onChoose('secret')}
        />
        It reads figures, from a program or an assistant
      </label>
      <label class="check">
        <input type="radio" name="kind" checked={kind === 'server'} onChange={() => onChoose('server')} />
        It reports events, from the server of a site
      </label>
    </fieldset>
  );
}

type ExpiryChoiceProps = { readonly expiry: Chosen['expiry']; onChoose(expiry: KeyExpiry): void };

function ExpiryChoice({ expiry: chosen, onChoose }: ExpiryChoiceProps) {
  return (
    <div class="field">
      <label for="expiry">When does it end?</label>
      <select
        id="expiry"
        value={chosen}
        onChange={(event) => onChoose(event.currentTarget.value as KeyExpiry)}
      >
        {KEY_EXPIRIES.map((expiry) => (
          <option key={expiry} value={expiry} selected={expiry === chosen}>
            {EXPIRY_WORDS[expiry]}
          </option>
        ))}
      </select>
    </div>
  );
}
