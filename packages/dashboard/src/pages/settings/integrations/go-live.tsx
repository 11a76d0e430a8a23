import type { AdPlatform } from '@cvq/contract';
import { useId, useState } from 'preact/hooks';
import { countEarlier, updateIntegration } from '../../../ask/integrations.ts';
import { PLATFORM_NAMES } from '../../../figures/platform-names.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { count } from '../../../words/numbers.ts';
import { writing } from '../../../words/writing.ts';
import { useAsking } from './use-asking.ts';

/** Ends a dry run. What would be sent from before is counted and shown first. */
export function GoLive({ platform }: { readonly platform: AdPlatform }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Go live…
      </button>
      {isOpen && (
        <Dialog title={`Send conversions to ${PLATFORM_NAMES[platform]}?`} onClose={() => setOpen(false)}>
          <LiveForm platform={platform} onClose={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

/** A day since which conversions are sent as well, and how many those are. */
type Earlier = { readonly since: string; readonly count: number; readonly taken: number };

function LiveForm({ platform, onClose }: { readonly platform: AdPlatform; onClose(): void }) {
  const asking = useAsking();
  const id = useId();
  const [since, setSince] = useState('');
  const [earlier, setEarlier] = useState<Earlier | null>(null);
  const isCounted = since === '' || earlier?.since === since;

  async function goOn(): Promise<void> {
    if (!isCounted) return setEarlier({ ...(await countEarlier(platform, since)), since });
    await updateIntegration(platform, { live: true, ...(since !== '' && { since }) });
    onClose();
  }

  return (
    <form
      class="form"
      aria-busy={asking.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void asking.run(goOn);
      }}
    >
      <p class="soft">What is received from now on is sent. A platform keeps what it has taken.</p>
      <div class="field">
        <label for={id}>Also what was received since (may be left out)</label>
        <input id={id} type="date" value={since} onInput={(event) => setSince(event.currentTarget.value)} />
      </div>
      <p role="status">{since !== '' && earlier?.since === since && earlierWords(platform, earlier)}</p>
      <p role="alert" class="refusal">
        {asking.refusal}
      </p>
      <p class="acts">
        <button type="submit" class="button main" aria-disabled={asking.isBusy}>
          {isCounted ? 'Send conversions' : 'Count them first'}
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}

function earlierWords(platform: AdPlatform, { count: found, taken }: Earlier): string {
  const told =
    found === 1
      ? '1 conversion from before is sent too.'
      : `${count(found, writing.value)} conversions from before are sent too.`;
  if (taken === 0) return told;
  const name = PLATFORM_NAMES[platform];
  return `${told} ${name} has, or may have, ${count(taken, writing.value)} of them by an integration that was removed: in the same account it may count those twice.`;
}
