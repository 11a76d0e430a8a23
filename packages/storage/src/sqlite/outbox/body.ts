import type { WebhookBody } from '@cvq/contract';
import { DIRECT, NONE, NOT_SET } from '@cvq/contract/constants';
import { formatEventId } from '@cvq/contract/event-id';
import type { EventRecord } from '../../event-record.ts';
import type { Attribution } from '../../reports.ts';

/** What a webhook says of an event. */
export function bodyOf(event: EventRecord, attribution: Attribution): WebhookBody {
  const { touch, clickIds } = attribution;
  return {
    id: formatEventId(event.id),
    type: event.type,
    timestamp: new Date(event.at).toISOString(),
    project_id: event.project,
    data: {
      session_id: event.sessionId,
      user_id: event.userId,
      page_url: event.page === null ? null : event.page.url + event.page.suffix,
      properties: event.properties,
      attribution: {
        source: touch?.source ?? DIRECT,
        medium: touch?.medium ?? NONE,
        campaign: touch?.campaign ?? NOT_SET,
        gclid: clickIds?.gclid ?? null,
      },
    },
  };
}
