import type { AdPlatform } from '@cvq/contract';
import { useId, useState } from 'preact/hooks';
import { askConsent } from '../../../ask/integrations.ts';

/** Platforms whose credentials may lack the consent of a person. */
const ASKED: readonly AdPlatform[] = ['microsoft_ads'];

type Given = { readonly consent?: string; readonly answer?: string };

type ConsentAsked = {
  /** Where the consent is given; null where none is asked for. */
  readonly address: string | null;
  readonly answer: string;
  setAnswer(answer: string): void;
  /** What goes with credentials; `asked` where somebody has to give a consent first. @throws NotAnswered */
  answerFor(credentials: string): Promise<Given | 'asked'>;
};

/** Asks for the consent that credentials of a platform still need. */
export function useConsent(platform: AdPlatform): ConsentAsked {
  const [asked, setAsked] = useState<{ address: string; consent: string; of: string } | null>(null);
  const [answer, setAnswer] = useState('');
  return {
    address: asked?.address ?? null,
    answer,
    setAnswer,
    async answerFor(credentials) {
      if (!ASKED.includes(platform)) return {};
      if (asked?.of === credentials && answer.trim() !== '')
        return { consent: asked.consent, answer: answer.trim() };
      const needed = await askConsent(platform, credentials);
      setAsked(needed && { ...needed, of: credentials });
      return needed === null ? {} : 'asked';
    },
  };
}

/** Leads to the platform, and takes the address at which the browser ended there. */
export function ConsentStep({ address, answer, setAnswer }: ConsentAsked) {
  const id = useId();
  if (address === null) return null;
  return (
    <div class="field" role="status">
      <p>
        <a class="text-link" href={address} target="_blank" rel="noreferrer noopener">
          Open this page of Microsoft
        </a>{' '}
        as somebody who may manage the account. It ends at a blank page: paste its address here.
      </p>
      <label for={id}>Address of the blank page</label>
      <input
        id={id}
        autocomplete="off"
        value={answer}
        onInput={(event) => setAnswer(event.currentTarget.value)}
      />
    </div>
  );
}
