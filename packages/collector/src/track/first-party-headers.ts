import type { BrowserBatch } from '@cvq/contract';
import type { ProjectRecord } from '@cvq/storage';
import { renewedCookies } from '../first-party/renewed-cookies.ts';
import { isHostOfProject } from '../net/is-host-of-project.ts';
import type { Delivery, Reply } from './delivery.ts';

/**
 * What a page of the project's own site is answered beyond others: that it may read an answer to a request with
 * cookies, and those of the SDK renewed. Undefined for everybody else, who gets `*` and no credentials.
 */
export function firstPartyHeaders(
  { visit, receivedAt }: Delivery,
  batch: BrowserBatch,
  project: ProjectRecord,
): Reply['headers'] | undefined {
  if (visit === undefined || !URL.canParse(visit.origin)) return undefined;
  const { hostname, origin } = new URL(visit.origin);
  if (origin !== visit.origin || !isHostOfProject(hostname, project)) return undefined;
  const cookies = renewedCookies(visit, batch, receivedAt);
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
    ...(cookies.length > 0 && { 'Cache-Control': 'no-store', 'Set-Cookie': cookies }),
  };
}
