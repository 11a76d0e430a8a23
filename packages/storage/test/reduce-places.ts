import type { Dimension, PropertyDimension } from '@cvq/contract';
import type { Client, EventRecord, Touch } from '@cvq/storage';
import { attributedTouch } from './reduce-attribution.ts';
import type { Deed, History } from './reduce-history.ts';
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
export type Places = {
  ofDeed(deed: Deed): string | null;
  ofConversion(deed: Deed): string | null;
  ofSession: ((session: Session) => string | null) | null;
  readonly isAcquisition: boolean;
};

/** An event of a session that has started has the session's value, another one its own. */
export function placesOf(dimension: Dimension | PropertyDimension, history: History): Places {
  if (isProperty(dimension)) return placesOfProperty(dimension);
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
      isAcquisition: true,
    };
  }
  if (ofClient) {
    const ofDeed = ({ event, session }: Deed) =>
      ofClient(session?.first ? session.first.client : event.client);
    return {
      ofDeed,
      ofConversion: ofDeed,
      ofSession: ({ client }) => client && ofClient(client),
      isAcquisition: false,
    };
  }
  if (ofSession) {
    const ofDeed = ({ session }: Deed) => session && ofSession(session);
    return { ofDeed, ofConversion: ofDeed, ofSession, isAcquisition: false };
  }
  if (ofEvent) {
    const ofDeed = ({ event }: Deed) => ofEvent(event);
    return { ofDeed, ofConversion: ofDeed, ofSession: null, isAcquisition: false };
  }
  throw new RangeError(`No rule for the dimension ${dimension}`);
}

const isProperty = (dimension: string): dimension is PropertyDimension => dimension.startsWith('property:');

/** A property is of its event; what is no text, number or truth is no value, and nor is an empty text. */
function placesOfProperty(dimension: PropertyDimension): Places {
  const name = dimension.slice('property:'.length);
  const ofDeed = ({ event }: Deed) => {
    const value = event.properties[name];
    return value === undefined || value === '' || typeof value === 'object' ? null : String(value);
  };
  return { ofDeed, ofConversion: ofDeed, ofSession: null, isAcquisition: false };
}

export const orNotSet =
  <Item>(place: (item: Item) => string | null) =>
  (item: Item) =>
    place(item) ?? '(not set)';
