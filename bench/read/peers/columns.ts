import { DIMENSIONS, type Dimension } from '@cvq/contract/constants';

type Type = 'UInt8' | 'UInt16' | 'UInt32' | 'UInt64' | 'Int64';
export type Columns = Readonly<Record<string, Type>>;

/** Dimensions of single events. All others are of sessions: they are written on the events of the session as well. */
const OF_EVENTS: readonly Dimension[] = ['page', 'hostname', 'event_type'];
export const isOfEvents = (dimension: string) =>
  OF_EVENTS.includes(dimension as Dimension) || dimension.startsWith('property:');

const SESSION_DIMENSIONS = DIMENSIONS.filter((dimension) => !isOfEvents(dimension));

const words = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'UInt16'] as const));

/** An event as the engines get it. Words are numbers, of which 0 is what is not set. */
export const EVENT_COLUMNS: Columns = {
  at: 'UInt64',
  /** Which local day it lies in, counted from any. */
  day: 'UInt16',
  /** 0 without one; `began` then too. */
  session: 'UInt32',
  began: 'UInt64',
  visitor: 'UInt32',
  user: 'UInt32',
  /** 1 where reports count it. */
  counts: 'UInt8',
  conversion: 'UInt8',
  minor: 'Int64',
  currency: 'UInt16',
  plan: 'UInt16',
  ...words(DIMENSIONS),
};

/** A session that a browser began and no bot. */
export const SESSION_COLUMNS: Columns = {
  began: 'UInt64',
  day: 'UInt16',
  duration: 'UInt32',
  pageviews: 'UInt16',
  events: 'UInt16',
  conversions: 'UInt16',
  ...words(SESSION_DIMENSIONS),
};

/** The visitors that were identified as one user and no other. */
export const IDENTITY_COLUMNS: Columns = { visitor: 'UInt32', user: 'UInt32' };

export const structureOf = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');

const OF_ACQUISITION: readonly Dimension[] = [
  'channel',
  'source',
  'medium',
  'campaign',
  'term',
  'content',
  'referrer',
  'ad_platform',
];
export const isAcquisition = (dimension: string) => OF_ACQUISITION.includes(dimension as Dimension);
