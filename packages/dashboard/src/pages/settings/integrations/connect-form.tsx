import type { AdPlatform, ConnectIntegrationBody } from '@cvq/contract';
import { useId, useState } from 'preact/hooks';
import { connectIntegration } from '../../../ask/integrations.ts';
import { ConsentStep, useConsent } from './consent-step.tsx';
import { CredentialsField } from './credentials-field.tsx';
import { MappingRows, mapOf, rowsOf } from './mapping-rows.tsx';
import { PLATFORM_STEPS } from './platform-steps.ts';
import { useAsking } from './use-asking.ts';

type ConnectFormProps = { readonly platform: AdPlatform; onClose(): void };

/** Everything that a platform asks for, with how to get it. It begins as a dry run. */
export function ConnectForm({ platform, onClose }: ConnectFormProps) {
  const steps = PLATFORM_STEPS[platform];
  const asking = useAsking();
  const consent = useConsent(platform);
  const [given, setGiven] = useState({ account_id: '', login_account_id: '', spend_account_id: '' });
  const [rows, setRows] = useState(rowsOf(steps.preset));
  const [credentials, setCredentials] = useState('');
  const [isDryRun, setDryRun] = useState(true);

  async function connect(): Promise<void> {
    const answered = await consent.answerFor(credentials);
    if (answered === 'asked') return;
    const body: ConnectIntegrationBody = {
      account_id: given.account_id,
      map: mapOf(rows),
      credentials,
      dry_run: isDryRun,
      ...answered,
      ...(given.login_account_id && { login_account_id: given.login_account_id }),
      ...(given.spend_account_id && { spend_account_id: given.spend_account_id }),
    };
    await connectIntegration(platform, body);
    onClose();
  }

  const line = (name: keyof typeof given, label: string | null) =>
    label !== null && (
      <Line
        label={label}
        value={given[name]}
        isWrong={asking.isWrong(name)}
        onChange={(text) => setGiven({ ...given, [name]: text })}
      />
    );
  return (
    <form
      class="form"
      aria-busy={asking.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void asking.run(connect);
      }}
    >
      <ol class="steps">
        {steps.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p class="muted small">
        Each step at length: <code>docs/ad-platforms.md</code>
      </p>
      {line('account_id', steps.account)}
      {line('login_account_id', steps.loginAccount)}
      {line('spend_account_id', steps.spendAccount)}
      <MappingRows rows={rows} action={steps.action} onChange={(next) => setRows([...next])} />
      <CredentialsField
        label={steps.credentials}
        value={credentials}
        isWrong={asking.isWrong('credentials')}
        onChange={setCredentials}
      />
      <ConsentStep {...consent} />
      <label class="check">
        <input
          type="checkbox"
          checked={isDryRun}
          onChange={(event) => setDryRun(event.currentTarget.checked)}
        />
        Dry run: build what would be sent, show it here, and send nothing
      </label>
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      <p class="acts">
        <button type="submit" class="button main" aria-disabled={asking.isBusy}>
          Connect
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}

type LineProps = {
  readonly label: string;
  readonly value: string;
  readonly isWrong: boolean;
  onChange(text: string): void;
};

function Line({ label, value, isWrong, onChange }: LineProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        autocomplete="off"
        value={value}
        aria-invalid={isWrong}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
