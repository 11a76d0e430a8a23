import type { ListedWebhook } from '@cvq/contract';
import { useState } from 'preact/hooks';
import { currentProject } from '../../ask/projects.ts';
import { mayAdminister } from '../../ask/role.ts';
import { createWebhook } from '../../ask/webhooks.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { WhoMayChange } from '../../parts/who-may-change.tsx';
import { endpointNames } from '../../words/endpoint-names.ts';
import { Endpoint } from './endpoint.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';

/** The endpoints one below the other, and a way to another one. */
export function EndpointList({ endpoints }: { readonly endpoints: readonly ListedWebhook[] }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const names = endpointNames(endpoints);
  return (
    <section class="endpoints" aria-labelledby="endpoints">
      <header>
        <h2 id="endpoints">Endpoints</h2>
        {mayAdminister.value && (
          <button type="button" class="button" onClick={() => setOpen(true)}>
            New endpoint…
          </button>
        )}
      </header>
      {endpoints.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} name={names.get(endpoint.id) ?? ''} />
      ))}
      {!mayAdminister.value && <WhoMayChange of={currentProject.value?.name ?? 'the project'} />}
      {isOpen && (
        <EndpointDialog
          title="New endpoint"
          button="Create"
          onClose={() => setOpen(false)}
          onSave={async (given) => setSecret((await createWebhook(given)).secret)}
        />
      )}
      {secret !== null && (
        <ShownOnce title="The secret of the endpoint" secret={secret} onStored={() => setSecret(null)}>
          <p class="soft">
            It signs every webhook. Your server verifies them by it, before it believes them.
          </p>
        </ShownOnce>
      )}
    </section>
  );
}
