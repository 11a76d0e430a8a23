import { withoutClickIds } from '@cvq/contract/redact';
import type { EventRecord, Page, ProjectRecord } from '@cvq/storage';
import type { Allowed } from '../privacy/read-consent.ts';
import type { Storable } from '../privacy/storable.ts';
import type { Enrichment } from './enrichment.ts';
import { splitPageUrl } from './split-page-url.ts';

/** The addresses of an event as they were sent. */
type Sent = {
  readonly page_url?: string | null | undefined;
  readonly referrer?: string | null | undefined;
  /** Click ids of this visit that came beside the address, as a backend sends them. */
  readonly beside: Readonly<Record<string, string>> | null;
};

type Readers = {
  readonly project: ProjectRecord;
  readonly enrichment: Enrichment;
  readonly allowed: Allowed;
  readonly storable: Storable;
};

type Addresses = {
  /** The page as it was sent, for what is found out in memory. */
  readonly seen: Page | null;
  readonly stored: Pick<EventRecord, 'page' | 'referrer' | 'touch' | 'clickIds'> & {
    readonly touch: NonNullable<EventRecord['touch']>;
  };
};

/** How an event's page was reached, read before anything is cut, and its addresses as they may be stored. */
export function readAddresses(
  { page_url, referrer, beside }: Sent,
  { project, enrichment, allowed, storable }: Readers,
): Addresses {
  const allowedPart = (text: string | null | undefined) =>
    text ? (allowed.clickIds ? text : withoutClickIds(text)) : null;
  const seen = splitPageUrl(allowedPart(page_url));
  const before = allowedPart(referrer);
  const { touch, clickIds } = enrichment.touchOf({
    page: seen,
    referrer: before,
    beside: allowed.clickIds ? beside : null,
    project,
  });
  return {
    seen,
    stored: {
      page: storable.page(seen, splitPageUrl),
      referrer: storable.text(before),
      touch,
      clickIds: allowed.clickIds ? clickIds : null,
    },
  };
}
