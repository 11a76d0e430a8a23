import type { Dimension } from '@cvq/contract';
import type { BreakdownRow, Client, EventRecord, Period, Question, Touch } from '@cvq/storage';
import { attributedTouch } from './reduce-attribution.ts';
import {
  convertedIn,
  countVisitors,
  type Deed,
  deedsIn,
  type History,
  sessionsIn,
  valuesOf,
} from './reduce-history.ts';
import type { Session } from './reduce-sessions.ts';

/** How each of the dimensions that tell how a visitor came names its word of a touch. */
const ACQUISITION: Partial<Record<Dimension, (touch: Touch) => string>> = {
  channel: (touch) => touch.channel,
  source: (touch) => touch.source,
  medium: (touch) => touch.medium,
  campaign: (touch) => touch.campaign,
  term: (touch) => touch.term,
  content: (touch) => touch.content,
  referrer: (touch) => touch.referrer,
  ad_platform: (touch) => touch.adPlatform,
};

const OF_CLIENT: Partial<Record<Dimension, (client: Client) => string | null>> = {
  country: (client) => client.country,
  region: (client) => client.region,
  city: (client) => client.city,
  language: (client) => client.language,
  device: (client) => client.device,
  browser: (client) => client.browser,
  os: (client) => client.os,
};

const OF_SESSION: Partial<Record<Dimension, (session: Session) => string | null>> = {
  entry_page: (session) => session.entryPath,
  exit_page: (session) => session.exitPath,
};

const OF_EVENT: Partial<Record<Dimension, (event: EventRecord) => string | null>> = {
  page: (event) => event.page?.path ?? null,
  hostname: (event) => event.page?.hostname ?? null,
  event_type: (event) => event.type,
};

/** Where a dimension puts what is counted. Sessions are null where it is of single events. */
type Places = {
  ofDeed(deed: Deed): string | null;
  ofConversion(deed: Deed): string | null;
  ofSession: ((session: Session) => string | null) | null;
};

/** The measures of a period by the values of a dimension, in the order of the values. */
export function breakdownIn(
  history: History,
  period: Period,
  dimension: Dimension,
  question: Pick<Question, 'bots'>,
): BreakdownRow[] {
  const { ofDeed, ofConversion, ofSession } = placesOf(dimension, history);
  const deeds = deedsIn(history, period, question);
  const sales = deeds.filter(({ converts }) => converts);
  const started = sessionsIn(history, period, question);
  const deedsBy = Map.groupBy(deeds, orNotSet(ofDeed));
  const salesBy = Map.groupBy(sales, orNotSet(ofConversion));
  const sessionsBy = ofSession && Map.groupBy(started, orNotSet(ofSession));
  const values = new Set([...deedsBy.keys(), ...salesBy.keys(), ...(sessionsBy?.keys() ?? [])]);
  return [...values].toSorted().map((value) => {
    const own = deedsBy.get(value) ?? [];
    const sold = salesBy.get(value) ?? [];
    const sessions = sessionsBy?.get(value) ?? [];
    return {
      value,
      visitors: countVisitors(own),
      events: own.length,
      pageviews: own.filter(({ event }) => event.type === 'pageview').length,
      conversions: sold.length,
      values: valuesOf(sold),
      ...(sessionsBy
        ? {
            sessions: sessions.length,
            convertedSessions: sessions.filter(convertedIn(history)).length,
            bounces: sessions.filter(({ bounced }) => bounced).length,
          }
        : { sessions: startedSessionsOf(own), convertedSessions: null, bounces: null }),
    };
  });
}

/** An event of a session that has started has the session's value, another one its own. */
function placesOf(dimension: Dimension, history: History): Places {
  const acquisition = ACQUISITION[dimension];
  const ofClient = OF_CLIENT[dimension];
  const ofSession = OF_SESSION[dimension];
  const ofEvent = OF_EVENT[dimension];
  if (acquisition) {
    const word = (touch: Touch | null) => touch && acquisition(touch);
    return {
      ofDeed: ({ event, session }) => word(session?.first ? session.touch : event.touch),
      ofConversion: (deed) => word(attributedTouch(deed, history)),
      ofSession: (session) => word(session.touch),
    };
  }
  if (ofClient) {
    const ofDeed = ({ event, session }: Deed) =>
      ofClient(session?.first ? session.first.client : event.client);
    return { ofDeed, ofConversion: ofDeed, ofSession: ({ client }) => client && ofClient(client) };
  }
  if (ofSession) {
    const ofDeed = ({ session }: Deed) => session && ofSession(session);
    return { ofDeed, ofConversion: ofDeed, ofSession };
  }
  if (ofEvent) {
    const ofDeed = ({ event }: Deed) => ofEvent(event);
    return { ofDeed, ofConversion: ofDeed, ofSession: null };
  }
  throw new RangeError(`No rule for the dimension ${dimension}`);
}

const orNotSet =
  <Item>(place: (item: Item) => string | null) =>
  (item: Item) =>
    place(item) ?? '(not set)';

function startedSessionsOf(deeds: readonly Deed[]): number {
  return new Set(deeds.flatMap(({ session }) => (session?.first ? [session] : []))).size;
}
