import { type BrowserBatch, type BrowserEvent, EVENT_ID_FORM, PAGEVIEW, parseEventId } from '@cvq/contract';
import type {
  Bot,
  Client,
  EventFacts,
  EventRecord,
  Exclusion,
  Page,
  ProjectRecord,
  Visitor,
} from '@cvq/storage';
import { gclidOfOthersIn, knownClicks } from '../attribution/known-click-ids.ts';
import type { CustomRules } from '../bots/custom-rules.ts';
import { BACKGROUND } from '../bots/signals.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { type Allowed, readConsent, type Storable, shortened, storable } from '../privacy/storable.ts';
import type { Enrichment } from './enrichment.ts';
import {
  clockErrorOf,
  eventTime,
  isForeignHost,
  isLocalPage,
  namedBy,
  readAddresses,
  readConversion,
  readProperties,
  sentProperties,
  USER_UPDATES,
} from './event-facts.ts';
import type { BrowserRequest } from './track-request.ts';

/** What the events of one browser batch have in common, read once. */
export type BatchContext = {
  readonly batch: BrowserBatch;
  readonly request: BrowserRequest;
  readonly project: ProjectRecord;
  readonly enrichment: Enrichment;
  readonly botRules: CustomRules | undefined;
  readonly userId: string | null;
  readonly clockError: number;
  readonly allowed: Allowed;
  readonly storable: Storable;
  readonly facts: EventFacts;
  readonly clientFor: (language: string | null, screen: string | null) => Client;
};

/** Reads what all events of a batch share. */
export function openBatchContext(
  batch: BrowserBatch,
  shared: Pick<BatchContext, 'request' | 'project' | 'enrichment' | 'botRules'>,
): BatchContext {
  const { request, enrichment } = shared;
  const allowed = readConsent(batch.consent);
  const kept = storable(shared.project, allowed);
  const clockError = clockErrorOf(batch.sent_at, request.receivedAt);
  let last: Client | null = null;
  return {
    ...shared,
    batch,
    userId: allowed.ids ? namedBy(batch.user_id) : null,
    clockError,
    allowed,
    storable: kept,
    facts: {
      sdk: kept.text(batch.sdk),
      consent: allowed.consent,
      gpc: batch.gpc === true,
      clicks: allowed.clickIds
        ? knownClicks(batch.click_ids ?? {}, gclidsOfOthers(batch.events), clockError)
        : null,
    },
    clientFor(language, screen) {
      // The events of a batch nearly always have the same.
      if (last !== null && last.language === language && last.screen === screen) return last;
      const { address, userAgent, hints } = request;
      const touchPoints = batch.touch_points;
      last = enrichment.clientOf({ address, userAgent, hints, language, screen, touchPoints });
      return last;
    },
  };
}

/** Of all pages of a batch, also those of events that are refused. */
function gclidsOfOthers(events: readonly unknown[]): ReadonlySet<string> {
  const gclids = new Set<string>();
  for (const event of events) {
    const address = (event as { context?: { page_url?: unknown } | null } | null)?.context?.page_url;
    const gclid = typeof address === 'string' ? gclidOfOthersIn(address) : null;
    if (gclid !== null) gclids.add(gclid);
  }
  return gclids;
}

/** A browser's event as it is stored. The clear text of its user data ends here. */
export function browserRecord(event: BrowserEvent, shared: BatchContext): EventRecord {
  const id = parseEventId(event.id);
  if (id === null) throw new TrackRefused('bad_request', `id ${EVENT_ID_FORM}.`);
  const { batch, request, project, enrichment, allowed } = shared;
  const context = event.context ?? {};
  const sent = sentProperties(event.properties);
  const { seen: page, stored } = readAddresses(
    { page_url: context.page_url, referrer: context.referrer, beside: null },
    shared,
  );
  const at = eventTime(event.timestamp, request.receivedAt, shared.clockError);
  const visitor = visitorOf(shared, page);
  const conversion = readConversion({
    type: event.event_type,
    properties: sent,
    declared: event.conversion === true,
    projectCurrency: project.currency,
  });
  const { properties, userData } = readProperties(event, sent, conversion);
  return {
    project: project.id,
    id,
    at,
    receivedAt: request.receivedAt,
    origin: 'browser',
    exclusion: exclusionOf(event.event_type, page, project),
    bot: botOf(shared, { type: event.event_type, at, page, visitor, referrerHost: stored.touch.referrer }),
    type: event.event_type,
    sessionId: allowed.ids ? namedBy(batch.session_id) : null,
    visitor,
    userId: shared.userId,
    page: stored.page,
    referrer: stored.referrer,
    touch: stored.touch,
    clickIds: stored.clickIds,
    title: shared.storable.text(context.title),
    client: shared.clientFor(
      shortened(context.language || request.language),
      shortened(context.screen || null),
    ),
    conversion,
    properties: shared.storable.properties(properties),
    facts: shared.facts,
    extras: {},
    sealedUserData: enrichment.sealUserData(allowed.userData ? userData : null),
    idempotency: null,
  };
}

function exclusionOf(type: string, page: Page | null, project: ProjectRecord): Exclusion | null {
  if (isForeignHost(page, project)) return 'foreign_host';
  if (isLocalPage(page, project)) return 'local_page';
  return USER_UPDATES.has(type) ? 'user_update' : null;
}

type Act = Pick<EventRecord, 'type' | 'at' | 'page' | 'visitor'> & { readonly referrerHost: string };

function botOf({ batch, request, project, enrichment, botRules }: BatchContext, act: Act): Bot | null {
  const { type, at, page, visitor, referrerHost } = act;
  return enrichment.botOf({
    ...request,
    channel: 'browser',
    project: project.id,
    signals: batch.signals,
    rules: botRules,
    referrerHost,
    action: visitor && {
      visitor: visitor.id,
      source: visitor.source,
      at,
      isPageview: type === PAGEVIEW,
      page: page && page.url + page.suffix,
      isFromBackground: batch.signals?.includes(BACKGROUND),
    },
    isFiltered: batch.filter_bots !== false,
  });
}

function visitorOf(shared: BatchContext, page: Page | null): Visitor | null {
  const { batch, request, project, enrichment, allowed, userId } = shared;
  const visitorId = allowed.ids ? namedBy(batch.visitor_id) : null;
  if (visitorId) return { id: visitorId, source: 'sdk' };
  if (userId) return { id: userId, source: 'user' };
  const { address, userAgent } = request;
  return enrichment.visitorOf({ project: project.id, address, userAgent, domain: page?.hostname ?? null });
}
