import { type BrowserBatch, type BrowserEvent, PAGEVIEW, parseEventId } from '@cvq/contract';
import type { Bot, Client, EventRecord, Exclusion, Page, ProjectRecord, Visitor } from '@cvq/storage';
import type { CustomRules } from '../bots/custom-rules.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import type { Delivery } from './delivery.ts';
import type { Enrichment } from './enrichment.ts';
import { clockErrorOf, eventTime } from './event-time.ts';
import { isForeignHost } from './is-foreign-host.ts';
import { namedUser } from './named-user.ts';
import { readConversion } from './read-conversion.ts';
import { splitPageUrl } from './split-page-url.ts';

/** What the events of one browser batch have in common, read once. */
export type BatchFrame = {
  readonly batch: BrowserBatch;
  readonly delivery: Delivery;
  readonly project: ProjectRecord;
  readonly enrichment: Enrichment;
  readonly botRules: CustomRules | undefined;
  readonly userId: string | null;
  readonly clockError: number;
  readonly extras: Readonly<Record<string, unknown>>;
  readonly clientFor: (language: string | null, screen: string | null) => Client;
};

export function openBatchFrame(
  batch: BrowserBatch,
  shared: Pick<BatchFrame, 'delivery' | 'project' | 'enrichment' | 'botRules'>,
): BatchFrame {
  const { delivery, enrichment } = shared;
  let last: Client | null = null;
  return {
    ...shared,
    batch,
    userId: namedUser(batch.user_id),
    clockError: clockErrorOf(batch.sent_at, delivery.receivedAt),
    extras: batchExtras(batch),
    clientFor(language, screen) {
      // The events of a batch nearly always have the same.
      if (last !== null && last.language === language && last.screen === screen) return last;
      const { address, userAgent, hints } = delivery;
      const touchPoints = batch.touch_points;
      last = enrichment.clientOf({ address, userAgent, hints, language, screen, touchPoints });
      return last;
    },
  };
}

/** Events of these types carry user data and are no events of the site: they count nowhere. */
const USER_UPDATES: ReadonlySet<string> = new Set(['identify', 'enhance']);

/** A browser's event as it is stored. The clear text of its user data ends here. */
export function browserRecord(event: BrowserEvent, frame: BatchFrame): EventRecord {
  const id = parseEventId(event.id);
  if (id === null)
    throw new TrackRefused('bad_request', 'id must have the form evt_<milliseconds>_<suffix>.');
  const { batch, delivery, project, enrichment } = frame;
  const context = event.context ?? {};
  const properties = event.properties ?? {};
  const page = splitPageUrl(context.page_url);
  const referrer = context.referrer || null;
  const at = eventTime(event.timestamp, delivery.receivedAt, frame.clockError);
  const visitor = visitorOf(frame, page);
  const arrival = enrichment.touchOf({ page, referrer, beside: null, project });
  return {
    project: project.id,
    id,
    at,
    receivedAt: delivery.receivedAt,
    origin: 'browser',
    exclusion: exclusionOf(event.event_type, page, project),
    bot: botOf(frame, { type: event.event_type, at, page, visitor, referrerHost: arrival.touch.referrer }),
    type: event.event_type,
    sessionId: batch.session_id ?? null,
    visitor,
    userId: frame.userId,
    page,
    title: context.title || null,
    referrer,
    client: frame.clientFor(context.language || delivery.language, context.screen || null),
    ...arrival,
    conversion: readConversion({
      type: event.event_type,
      properties,
      declared: event.conversion === true,
      projectCurrency: project.currency,
    }),
    properties,
    extras: frame.extras,
    sealedUserData: enrichment.sealUserData(event.user_data),
    idempotency: null,
  };
}

function exclusionOf(type: string, page: Page | null, project: ProjectRecord): Exclusion | null {
  if (isForeignHost(page, project)) return 'foreign_host';
  return USER_UPDATES.has(type) ? 'user_update' : null;
}

type Act = Pick<EventRecord, 'type' | 'at' | 'page' | 'visitor'> & { readonly referrerHost: string };

function botOf({ batch, delivery, project, enrichment, botRules }: BatchFrame, act: Act): Bot | null {
  const { type, at, page, visitor, referrerHost } = act;
  return enrichment.botOf({
    ...delivery,
    channel: 'browser',
    project: project.id,
    signals: batch.signals,
    rules: botRules,
    referrerHost,
    deed: visitor && {
      visitor: visitor.id,
      at,
      isPageview: type === PAGEVIEW,
      page: page && page.url + page.suffix,
    },
    isFiltered: batch.filter_bots !== false,
  });
}

function visitorOf(frame: BatchFrame, page: Page | null): Visitor | null {
  const { batch, delivery, project, enrichment, userId } = frame;
  if (batch.visitor_id) return { id: batch.visitor_id, source: 'sdk' };
  if (userId) return { id: userId, source: 'user' };
  const { address, userAgent } = delivery;
  return enrichment.visitorOf({ project: project.id, address, userAgent, domain: page?.hostname ?? null });
}

function batchExtras(batch: BrowserBatch): Record<string, unknown> {
  const { sdk, consent, signals, click_ids, filter_bots, track_bots } = batch;
  const said = { sdk, consent, signals, click_ids, filter_bots, track_bots };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value != null));
}
