import { parseEventId, type TrackedEvent } from '@cvq/contract';
import { type EventRecord, type Idempotency, NO_FACTS, type ProjectRecord, type Visitor } from '@cvq/storage';
import { knownClickIds } from '../attribution/read-link.ts';
import type { CustomRules } from '../bots/custom-rules.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { readConsent, shortened, storable } from '../privacy/storable.ts';
import type { Enrichment } from './enrichment.ts';
import {
  eventTime,
  namedUser,
  newEventId,
  readAddresses,
  readConversion,
  readProperties,
} from './event-facts.ts';
import type { ServerRequest } from './track-request.ts';

/** What the events of one request of a backend have in common. */
export type RequestContext = {
  readonly request: ServerRequest;
  readonly project: ProjectRecord;
  readonly enrichment: Enrichment;
  readonly botRules: CustomRules | undefined;
};

/** Context that has a place of its own in a record. */
const KNOWN_CONTEXT = new Set(['ip', 'user_agent', 'page_url', 'referrer', 'session_id']);

/** A backend says who acted in `context`; its own request is nobody's visit. */
const ACTED_ELSEWHERE = { channel: 'server', action: null, isFiltered: true } as const;

/** A backend's event as it is stored. The clear text of its user data ends here. */
export function serverRecord(
  event: TrackedEvent,
  { request, project, enrichment, botRules }: RequestContext,
  idempotency: Idempotency | null,
): EventRecord {
  const at = eventTime(event.timestamp, request.receivedAt);
  const context = event.context ?? {};
  const sent = event.properties ?? {};
  const allowed = readConsent(event.consent);
  const kept = storable(project, allowed);
  const { seen: page, stored } = readAddresses(
    { ...context, beside: clickIdsOf(context) },
    { project, enrichment, allowed, storable: kept },
  );
  const conversion = readConversion({
    type: event.event_type,
    properties: sent,
    declared: sent.value != null || sent.order_id != null,
    projectCurrency: project.currency,
  });
  const { properties, userData } = readProperties(event, conversion);
  const address = context.ip || null;
  const userAgent = shortened(context.user_agent || null);
  const userId = allowed.ids ? namedUser(event.user_id) : null;
  return {
    project: project.id,
    id: idOf(event, at),
    at,
    receivedAt: request.receivedAt,
    origin: 'server',
    exclusion: null,
    bot: enrichment.botOf({ ...ACTED_ELSEWHERE, project: project.id, userAgent, address, rules: botRules }),
    type: event.event_type,
    sessionId: (allowed.ids && (event.session_id ?? context.session_id)) || null,
    visitor:
      visitorOf(userId) ??
      enrichment.visitorOf({ project: project.id, address, userAgent, domain: page?.hostname ?? null }),
    userId,
    ...stored,
    title: null,
    client: enrichment.clientOf({ address, userAgent, hints: undefined, language: null, screen: null }),
    conversion,
    properties: kept.properties(properties),
    facts: { ...NO_FACTS, consent: allowed.consent },
    extras: kept.properties(furtherContext(context)),
    sealedUserData: enrichment.sealUserData(allowed.userData ? userData : null),
    idempotency,
  };
}

function idOf(event: TrackedEvent, at: number) {
  if (!event.event_id) return newEventId(at);
  const id = parseEventId(event.event_id);
  if (id === null)
    throw new TrackRefused('bad_request', 'event_id must have the form evt_<milliseconds>_<suffix>.');
  return id;
}

function visitorOf(userId: string | null): Visitor | null {
  return userId ? { id: userId, source: 'user' } : null;
}

function furtherContext(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const further: Record<string, unknown> = {};
  for (const name in context) {
    const value = context[name];
    if (!KNOWN_CONTEXT.has(name) && value != null)
      further[name] = typeof value === 'string' ? shortened(value) : value;
  }
  return further;
}

/** The click ids that a backend names among the fields of its context; null when there are none. */
function clickIdsOf(context: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> | null {
  const known = knownClickIds(context);
  for (const _ in known) return known;
  return null;
}
