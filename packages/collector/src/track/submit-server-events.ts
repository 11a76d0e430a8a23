import { hash } from 'node:crypto';
import {
  BESIDES,
  EVENT_ID_FORM,
  formatEventId,
  parseEventId,
  type TrackedEvent,
  type TrackResponse,
} from '@cvq/contract';
import { GCLID_OF_OTHERS } from '@cvq/contract/constants';
import {
  type AppendOutcome,
  type EventRecord,
  type Idempotency,
  NO_FACTS,
  type ProjectRecord,
  type Visitor,
} from '@cvq/storage';
import { knownClickIds } from '../attribution/known-click-ids.ts';
import { parseJson, parseLooseJson, requireFitJson } from '../body/json-body.ts';
import type { CustomRules } from '../bots/custom-rules.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { namedAddress } from '../net/named-address.ts';
import { readConsent, shortened, storable } from '../privacy/storable.ts';
import type { Enrichment } from './enrichment.ts';
import {
  eventTime,
  namedBy,
  newEventId,
  readAddresses,
  readConversion,
  readProperties,
  sentProperties,
} from './event-facts.ts';
import { knownProject } from './projects.ts';
import type { Submit } from './submission.ts';
import type { ServerRequest } from './track-request.ts';
import { batchElements, requireFitEvent, validateTrackedBatch, validateTrackedEvent } from './validation.ts';

/** `POST /v1/track`: one event of a backend. */
export const submitEvent: Submit<ServerRequest> = (request, { projects, enrichment }) => {
  const project = knownProject(request.project, projects);
  const event = validateTrackedEvent(parseJson(request.body));
  const botRules = projects.botRules(project.id);
  const idempotency = readIdempotency(request)?.(0) ?? null;
  return {
    records: [serverRecord(event, { request, project, enrichment, botRules }, idempotency)],
    respond([outcome]) {
      const result = serverResult(outcome as AppendOutcome);
      return { status: result.success ? 200 : 400, body: result };
    },
  };
};

/** `POST /v1/track/batch`: up to 100 events of a backend. A bad element fails alone. */
export const submitBatch: Submit<ServerRequest> = (request, { projects, enrichment }) => {
  const project = knownProject(request.project, projects);
  const { value, isFit } = parseLooseJson(request.body);
  const batch = validateTrackedBatch(value);
  if (!isFit) requireFitJson({ ...(value as object), events: null }, 1);
  const shared = { request, project, enrichment, botRules: projects.botRules(project.id) };
  const idempotency = readIdempotency(request);
  const { records, refusals } = batchElements(batch.events, (event, index) => {
    if (!isFit) requireFitEvent(event);
    return serverRecord(validateTrackedEvent(event), shared, idempotency?.(index) ?? null);
  });
  return {
    records,
    refused: { project: project.id, messages: refusals.filter((refusal) => refusal !== null) },
    respond(outcomes) {
      const stored = outcomes.values();
      const results = refusals.map<TrackResponse>((refusal) =>
        refusal === null
          ? serverResult(stored.next().value as AppendOutcome)
          : { success: false, error: refusal },
      );
      const accepted = results.filter(({ success }) => success).length;
      return { status: 200, body: { success: true, accepted, results } };
    },
  };
};

/** What a backend is told of one of its events. A duplicate is told the id of the event that was stored. */
function serverResult({ status, id }: AppendOutcome): TrackResponse {
  if (status !== 'conflict') return { success: true, event_id: formatEventId(id) };
  return { success: false, error: 'Idempotency-Key was used for another request within the last 24 hours.' };
}

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * What makes a repeat of a request recognisable, when its caller asks for it: an element's place is part of it.
 * @throws TrackRefused when the key is no 1 to 255 printable characters.
 */
function readIdempotency({ idempotencyKey, body }: ServerRequest): ((index: number) => Idempotency) | null {
  if (idempotencyKey === null) return null;
  if (!KEY.test(idempotencyKey)) {
    throw new TrackRefused('bad_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  const fingerprint = hash('sha256', body, 'base64url');
  // A place is a number, so that the whole request has a name that no element has.
  const request = `${idempotencyKey} *`;
  return (index) => ({ key: `${idempotencyKey} ${index}`, request, fingerprint });
}

/** What the events of one request of a backend have in common. */
type RequestContext = {
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
function serverRecord(
  event: TrackedEvent,
  { request, project, enrichment, botRules }: RequestContext,
  idempotency: Idempotency | null,
): EventRecord {
  const at = eventTime(event.timestamp, request.receivedAt);
  const context = event.context ?? {};
  const sent = sentProperties(event.properties);
  const allowed = readConsent(event.consent);
  const kept = storable(project, allowed);
  const { seen: page, stored } = readAddresses(
    { page_url: context.page_url, referrer: context.referrer, beside: clickIdsOf(context) },
    { project, enrichment, allowed, storable: kept },
  );
  const conversion = readConversion({
    type: event.event_type,
    properties: sent,
    declared: sent.value != null || sent.order_id != null,
    projectCurrency: project.currency,
  });
  const { properties, userData } = readProperties(event, sent, conversion);
  const address = context.ip ? namedAddress(context.ip) : null;
  const userAgent = shortened(context.user_agent || null);
  const userId = allowed.ids ? namedBy(event.user_id) : null;
  return {
    project: project.id,
    id: idOf(event, at),
    at,
    receivedAt: request.receivedAt,
    origin: 'server',
    exclusion: null,
    bot: enrichment.botOf({ ...ACTED_ELSEWHERE, project: project.id, userAgent, address, rules: botRules }),
    type: event.event_type,
    sessionId: allowed.ids ? (namedBy(event.session_id) ?? namedBy(context.session_id)) : null,
    visitor:
      visitorOf(userId) ??
      enrichment.visitorOf({ project: project.id, address, userAgent, domain: page?.hostname ?? null }),
    userId,
    page: stored.page,
    referrer: stored.referrer,
    touch: stored.touch,
    clickIds: stored.clickIds,
    title: null,
    client: enrichment.clientOf({ address, userAgent, hints: undefined, language: null, screen: null }),
    conversion,
    properties: kept.properties(properties),
    facts: allowed.consent === null ? NO_FACTS : { ...NO_FACTS, consent: allowed.consent },
    extras: kept.properties(furtherContext(context)),
    sealedUserData: enrichment.sealUserData(allowed.userData ? userData : null),
    idempotency,
  };
}

function idOf(event: TrackedEvent, at: number) {
  if (!event.event_id) return newEventId(at);
  const id = parseEventId(withoutBeside(event.event_id));
  if (id === null) throw new TrackRefused('bad_request', `event_id ${EVENT_ID_FORM}.`);
  return id;
}

/** An event that was stored beside a browser's of the same id was answered with an id of its own: a retry may send either. */
function withoutBeside(id: string): string {
  return id.endsWith(BESIDES.server) ? id.slice(0, -BESIDES.server.length) : id;
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
function clickIdsOf(context: NonNullable<TrackedEvent['context']>): Readonly<Record<string, string>> | null {
  const known = knownClickIds(context, GCLID_OF_OTHERS.test(context.page_url ?? ''));
  for (const _ in known) return known;
  return null;
}
