import { PAGEVIEW } from '@cvq/contract';
import { NO_FACTS } from '@cvq/storage';
import { storable } from '../privacy/storable.ts';
import { isForeignHost, newEventId } from './event-facts.ts';
import { unknownTrackingKey } from './projects.ts';
import type { Submit } from './submission.ts';
import type { BrowserRequest } from './track-request.ts';

const TEXT = new TextDecoder();

/** A picture cannot ask, and what it asks for names nobody. */
const EVERYTHING = { clickIds: true };

/** The smallest transparent GIF. Sent by the edge, so that the reply here stays text. */
export const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** What a request for the pixel says: the tracking key and the page that shows it. */
export type PixelQuery = { readonly key: string; readonly page: string | null };

/**
 * `GET /v1/pixel.gif`: a client that runs no JavaScript asked for a page. Kept as evidence and out of reports:
 * it is a request, never a visitor.
 */
export const submitPixel: Submit<BrowserRequest> = (request, { projects, enrichment }) => {
  const asked = JSON.parse(TEXT.decode(request.body)) as PixelQuery;
  const project = projects.find(asked.key);
  if (project === null) throw unknownTrackingKey(asked.key);
  const { seen: page, stored } = storable(project, EVERYTHING).page(keepable(asked.page));
  return {
    records: [
      {
        project: project.id,
        id: newEventId(request.receivedAt),
        at: request.receivedAt,
        receivedAt: request.receivedAt,
        origin: 'pixel',
        exclusion: isForeignHost(page, project) ? 'foreign_host' : 'no_javascript',
        bot: enrichment.botOf({
          ...request,
          channel: 'pixel',
          project: project.id,
          rules: projects.botRules(project.id),
          action: null,
          isFiltered: true,
        }),
        type: PAGEVIEW,
        sessionId: null,
        visitor: null,
        userId: null,
        page: stored,
        title: null,
        referrer: null,
        client: enrichment.clientOf({ ...request, screen: null }),
        touch: null,
        clickIds: null,
        conversion: null,
        properties: {},
        facts: NO_FACTS,
        extras: {},
        sealedUserData: null,
        idempotency: null,
      },
    ],
    respond: () => ({ status: 200, body: '' }),
  };
};

/** An address with a NUL is none: no store gives such text back unchanged, and no page has it. */
function keepable(page: string | null): string | null {
  return page?.includes('\0') ? null : page;
}
