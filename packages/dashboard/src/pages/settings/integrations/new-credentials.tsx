import type { AdPlatform } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { updateIntegration } from '../../../ask/integrations.ts';
import { PLATFORM_NAMES } from '../../../figures/platform-names.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ConsentStep, useConsent } from './consent-step.tsx';
import { CredentialsField } from './credentials-field.tsx';
import { PLATFORM_STEPS } from './platform-steps.ts';
import { useAsking } from './use-asking.ts';

/** Connects a platform anew: what waited for that is sent again. */
export function NewCredentials({ platform }: { readonly platform: AdPlatform }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        New credentials…
      </button>
      {isOpen && (
        <Dialog title={`New credentials for ${PLATFORM_NAMES[platform]}`} onClose={close}>
          <CredentialsForm platform={platform} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

function CredentialsForm({ platform, onClose }: { readonly platform: AdPlatform; onClose(): void }) {
  const asking = useAsking();
  const consent = useConsent(platform);
  const [credentials, setCredentials] = useState('');

  async function give(): Promise<void> {
    const answered = await consent.answerFor(credentials);
    if (answered === 'asked') return;
    await updateIntegration(platform, { credentials, ...answered });
    onClose();
  }

  return (
    <form
      class="form"
      aria-busy={asking.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void asking.run(give);
      }}
    >
      <CredentialsField
        label={PLATFORM_STEPS[platform].credentials}
        value={credentials}
        isWrong={asking.isWrong('credentials')}
        onChange={setCredentials}
      />
      <ConsentStep {...consent} />
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      <p class="acts">
        <button type="submit" class="button main" aria-disabled={asking.isBusy}>
          Connect anew
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}
