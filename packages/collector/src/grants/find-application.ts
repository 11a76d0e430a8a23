import { MINUTE_MS } from '@cvq/contract';
import type { ControlStore } from '@cvq/storage';
import { Refused } from '../accounts/refused.ts';
import { WindowCounters } from '../quotas/limits.ts';
import { rateLimited } from '../quotas/rate-limited.ts';
import { type AddressGuard, createAddressGuard, type ReceiverPolicy } from '../webhooks/address-guard.ts';
import { parseReceiverUrl } from '../webhooks/receiver-url.ts';
import { readApplicationMetadata } from './application-metadata.ts';
import { createDocumentFetch, DocumentUnreadable } from './fetch-document.ts';
import { OauthRefused } from './oauth-refused.ts';

/** An application as a request names it. */
export type KnownApplication = {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Who vouches for the name: the host of its metadata document; null where it registered itself, as anybody can. */
  readonly host: string | null;
};

/**
 * The application that a `client_id` names. `askedBy`: the person who looks at its request.
 * @throws Refused for an unknown one, and where its document cannot be read
 * @throws ApiError rate_limited for a person who asks for too many documents
 */
export type FindApplication = (
  clientId: string,
  asked: { readonly by: string; readonly now: number },
) => Promise<KnownApplication>;

/** The longest address of a document. */
const MAX_ID = 2048;
/** How many documents are fetched for one person in a minute. */
const FETCHES_PER_MINUTE = 20;
const MAX_PEOPLE = 10_000;

/**
 * Finds applications that registered here, and those whose id is the address of a document about them (client id metadata
 * documents), which is fetched each time that somebody is asked: under the same guard as the receivers of webhooks.
 */
export function createApplicationFinder(control: ControlStore, policy: ReceiverPolicy): FindApplication {
  const guard = createAddressGuard(policy);
  const fetchDocument = createDocumentFetch(guard);
  const fetches = new WindowCounters({
    limit: FETCHES_PER_MINUTE,
    names: MAX_PEOPLE,
    lengthMs: MINUTE_MS,
  });

  return async (clientId, { by, now }) => {
    if (!/^https?:\/\//i.test(clientId)) {
      const application = await control.findApplication(clientId);
      if (application === null)
        throw refused('The application is unknown here.', 'Connect it again: it will register itself.');
      return { ...application, host: null };
    }
    const url = documentUrl(clientId, policy, guard);
    const wait = fetches.take(by, now);
    if (wait !== null)
      throw rateLimited({
        message: `You have opened too many requests of applications. Wait ${wait} seconds.`,
        seconds: wait,
        scope: null,
      });
    try {
      const metadata = readApplicationMetadata(JSON.parse(await fetchDocument(url)));
      if (metadata.clientId !== clientId) throw unfit('it names another client_id');
      if (metadata.authMethod !== 'none')
        throw unfit('it wants another token_endpoint_auth_method than none');
      return { ...metadata, id: clientId, host: url.host };
    } catch (error) {
      if (error instanceof DocumentUnreadable || error instanceof OauthRefused) throw unfit(error.message);
      if (error instanceof SyntaxError) throw unfit('it is no JSON');
      throw error;
    }
  };
}

/** The address of a document as it must be written: as `URL` writes it, with a path. */
function documentUrl(clientId: string, policy: ReceiverPolicy, guard: AddressGuard): URL {
  const url = URL.parse(clientId);
  if (url?.href !== clientId || url.pathname === '/' || clientId.includes('#') || clientId.length > MAX_ID)
    throw refused('The client_id is not the address of a document.', 'Ask whoever wrote the application.');
  return orOfClient(() => parseReceiverUrl(clientId, policy, guard));
}

function orOfClient<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused) throw refused(error.problem, error.fix);
    throw error;
  }
}

function unfit(why: string): Refused {
  return refused(
    `The document about the application cannot be used: ${why.replace(/\.$/, '')}.`,
    'Ask whoever wrote it.',
  );
}

function refused(problem: string, fix: string): Refused {
  return new Refused('bad_value', { field: 'client_id', problem, fix });
}
