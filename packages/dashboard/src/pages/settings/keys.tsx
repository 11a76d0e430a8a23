import type { CreateKeyResponse } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { keys } from '../../ask/keys.ts';
import { mayAdministerAccount, settingsAccount } from '../../ask/settings-account.ts';
import { AccountChooser } from '../../parts/account-chooser.tsx';
import { NoAccount } from '../../parts/no-account.tsx';
import { SettingsPage } from '../../parts/settings-page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { isInForce } from '../../words/key-words.ts';
import { keysSentence } from '../../words/keys-sentence.ts';
import { writing } from '../../words/writing.ts';
import { KeyRow } from './keys/key-row.tsx';
import { NewKey } from './keys/new-key.tsx';
import { Quotas } from './keys/quotas.tsx';
import '../../style/keys.css';

/** The keys with which programs read figures and servers report events, and how much they are used. */
export default function Keys() {
  const [made, setMade] = useState<CreateKeyResponse['data'] | null>(null);
  const account = settingsAccount.value;
  if (account === null)
    return <NoAccount whose={(owner) => `Keys belong to the account ${owner}: its admins make them.`} />;
  const { data, meta } = keys.answer.value ?? {};
  const { lead, aside } = meta ? keysSentence(meta, writing.value) : { lead: null, aside: '' };
  const active = data?.filter(isInForce) ?? [];
  const ended = data?.filter((key) => !isInForce(key)) ?? [];
  return (
    <SettingsPage sentence={lead} aside={aside} of={[keys]} chooser={<AccountChooser />}>
      {meta && <meter min={0} max={meta.limits.keys} value={meta.active_keys} aria-label={lead ?? ''} />}
      {meta && mayAdministerAccount.value && <NewKey meta={meta} onMade={setMade} />}
      {!mayAdministerAccount.value && <WhoMayChange of={account.name} />}
      <KeyList of={active} name="Keys" />
      {meta && <Quotas of={active} meta={meta} />}
      {ended.length > 0 && (
        <details>
          <summary class="muted small">Revoked and expired</summary>
          <KeyList of={ended} name="Revoked and expired keys" />
        </details>
      )}
      {made && <MadeKey key={made.id} made={made} onStored={() => setMade(null)} />}
    </SettingsPage>
  );
}

function KeyList({
  of,
  name,
}: {
  readonly of: readonly Parameters<typeof KeyRow>[0]['of'][];
  readonly name: string;
}) {
  if (of.length === 0) return null;
  return (
    <ul class="ledger" aria-label={name}>
      {of.map((key) => (
        <KeyRow key={key.id} of={key} />
      ))}
    </ul>
  );
}

type MadeKeyProps = { readonly made: CreateKeyResponse['data']; onStored(): void };

function MadeKey({ made, onStored }: MadeKeyProps) {
  const bearer = `-H "Authorization: Bearer ${made.key}"`;
  return (
    <ShownOnce title={`The key ${made.name}`} secret={made.key} onStored={onStored}>
      {made.kind === 'secret' ? (
        <p class="muted small">
          To try it: <code class="wrap">{`curl ${bearer} ${location.origin}/v1/me`}</code>
        </p>
      ) : (
        <p class="muted small">
          The server of your site sends it as a bearer token. It never belongs into a page.
        </p>
      )}
    </ShownOnce>
  );
}
