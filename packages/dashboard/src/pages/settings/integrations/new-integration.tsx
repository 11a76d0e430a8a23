import type { AdPlatform } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { mayAdminister } from '../../../ask/role.ts';
import { PLATFORM_NAMES } from '../../../figures/platform-names.ts';
import { ConnectForm } from './connect-form.tsx';

type NewIntegrationProps = {
  readonly platform: AdPlatform;
  /** Whether the name of the platform stands nowhere else. */
  readonly hasHead: boolean;
};

/** A platform that this project is not connected with, and the form by which it is. */
export function NewIntegration({ platform, hasHead }: NewIntegrationProps) {
  const [isOpen, setOpen] = useState(false);
  const name = PLATFORM_NAMES[platform];
  return (
    <>
      {hasHead && (
        <header>
          <h2 id={platform}>{name}</h2>
          <span class="muted">Not connected</span>
        </header>
      )}
      {isOpen && <ConnectForm platform={platform} onClose={() => setOpen(false)} />}
      {!isOpen && mayAdminister.value && (
        <p>
          <button type="button" class="button" onClick={() => setOpen(true)}>
            Connect<span class="sr"> {name}</span>
          </button>
        </p>
      )}
    </>
  );
}
