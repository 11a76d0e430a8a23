import type {
  AdDeliveryState,
  AdPlatform,
  ConversionKind,
  Dimension,
  EventId,
  Filter,
  PropertyDimension,
  ReportDimension,
} from '@cvq/contract';
import type { AdAttempt, AdDelivery, AdDeliveryCount, ForwardedConversion } from './ad-delivery-store.ts';
import type { DeliveryEntry } from './delivery-store.ts';
import type { StoredEvent } from './event-log.ts';
import type { Bot, BotCategory, EventRecord, Page, Touch } from './event-record.ts';
import type { Freshness } from './freshness.ts';
import type { StoreNews } from './store-news.ts';

/** Half-open: holds `from` and not `to`. Epoch milliseconds. */
export type Period = { readonly from: number; readonly to: number };

/**
 * Which events a question is about: of one project, with or without bots, and with every filter fulfilled. An event
 * is judged by its own page, host, type and properties, and by its session's place, client and touch; a conversion,
 * where a filter is on acquisition, by the touch that it is attributed to. A session is kept when it fulfils the
 * filters on sessions and, where there are filters on single events, one of its events in the period is kept.
 */
export type Question = {
  readonly project: string;
  readonly bots: 'excluded' | 'included';
  readonly filters?: readonly Filter[];
  /** Whether visitors and funnels count persons, as they do unless told otherwise, or each visitor by itself. */
  readonly persons?: 'on' | 'off';
};

/** Sum of the values of conversions in one currency, in minor units. */
export type CurrencyTotal = {
  readonly currency: string;
  readonly minor: number;
  readonly conversions: number;
};

/**
 * The measures of any events, additive except for `visitors`, which are persons: the user that an event names, else the one
 * user that its visitor was identified as, else the visitor.
 */
type Measures = {
  readonly visitors: number;
  readonly events: number;
  readonly pageviews: number;
  readonly conversions: number;
  readonly values: readonly CurrencyTotal[];
  readonly sessions: number;
};

/**
 * The measures of a period. Events count by their own time; sessions, with all that they hold, by the time of their
 * first browser event.
 */
export type Totals = Measures & {
  readonly convertedSessions: number;
  readonly bounces: number;
  readonly sessionPageviews: number;
  readonly sessionDurationMs: number;
};

/** How alive a project is. */
export type Activity = {
  readonly firstEventAt: number | null;
  readonly lastEventAt: number | null;
  readonly eventsSince: number;
};

/** The measures of one value of a dimension. Session measures are null where the dimension is of single events. */
export type BreakdownGroup = Measures & {
  readonly value: string;
  readonly convertedSessions: number | null;
  readonly bounces: number | null;
  /** Of a page that was seen; of no other dimension. */
  readonly seen?: SeenPage;
};

/** What became of a page in the sessions of its row. */
export type SeenPage = {
  /** How many of them ended on it. */
  readonly exits: number;
  /** How long it was looked at: from each view to the next view of a page, or to the last that the browser sent. */
  readonly viewMs: number;
  /** How many views that is told of. */
  readonly timedViews: number;
};

/** Values of a dimension. */
export type Breakdown = {
  /** How many different visitors all values have between them, counted as in `Totals`. */
  readonly visitors: number;
  /** In the order that was asked for. */
  readonly rows: readonly BreakdownGroup[];
  /** How many values there are, told or not. */
  readonly totalRows: number;
  /** What those come to that are not told. */
  readonly others: Omit<Measures, 'visitors'>;
  /** Whether rows are of single events, so that their session measures are null. */
  readonly isOfEvents: boolean;
  /** Those of `among` that there is a row of. */
  readonly known: readonly string[];
};

/** A part of a list. */
export type Slice = { readonly offset: number; readonly limit: number };

/** Values whose rows stand before or behind those of all others, as they are named: by what no store of events knows. */
export type PlacedValues = { readonly first?: readonly string[]; readonly last?: readonly string[] };

/** The order of rows; ties by value, ascending. */
export type RowOrder = RowMeasure & PlacedValues & { readonly descending: boolean };

/** Which rows of a breakdown are told one by one: those of some values, in no order, or a part of an order. */
export type ToldRows = ({ readonly values: readonly string[] } | (Slice & { readonly order: RowOrder })) & {
  /** Of which it is told whether there is a row. */
  readonly among?: readonly string[];
};

/**
 * What came of touches with the same words: sessions by the touch that they began with, conversions by the one that they
 * are credited to. Words are written as in the rows of a breakdown.
 */
export type CampaignGroup = {
  readonly source: string;
  readonly medium: string;
  readonly channel: string;
  readonly campaign: string;
  /** An ad network, or `(not set)`. */
  readonly adPlatform: string;
  /** The id of the campaign as the link carried it; null where it carried none. */
  readonly campaignId: string | null;
  readonly sessions: number;
  readonly conversions: number;
  readonly values: readonly CurrencyTotal[];
};

/** What the rows of a table are put in order by: revenue in one currency. */
export type RowMeasure = {
  readonly by: 'visitors' | 'sessions' | 'pageviews' | 'events' | 'conversions' | 'revenue';
  readonly currency: string;
};

/** A period with the edges of its buckets, ascending: the first and the last are the period's, unless it ends earlier. */
export type BucketedPeriod = { readonly period: Period; readonly edges: readonly number[] };

/** A dimension whose first rows are asked for. */
export type OverviewPanel = PlacedValues & {
  readonly dimension: ReportDimension;
  /** How many rows are told of. */
  readonly rows: number;
  /** By which its rows are chosen, where that is not the measure of all. */
  readonly by?: RowMeasure['by'];
};

/** What an overview is to tell. */
export type OverviewAsked = {
  readonly now: BucketedPeriod;
  /** The earlier period, which may be compared only up to a moment, and drawn whole. */
  readonly before: BucketedPeriod | null;
  readonly panels: readonly OverviewPanel[];
  /** By which rows are chosen, and whose trend they tell. */
  readonly measure: RowMeasure;
};

/** A row of a panel, with the measure of each bucket; of what sessions have several values of there is no trend. */
export type OverviewGroup = {
  readonly now: BreakdownGroup;
  /** Null where the value had nothing then, or nothing is compared. */
  readonly before: BreakdownGroup | null;
  readonly trend: readonly number[];
};

/** Totals, series and breakdowns, as each of these questions answers them, but all of one moment. */
export type OverviewAnswer = {
  readonly totals: { readonly now: Totals; readonly before: Totals | null };
  readonly series: { readonly now: readonly Totals[]; readonly before: readonly Totals[] | null };
  readonly panels: readonly { readonly totalRows: number; readonly rows: readonly OverviewGroup[] }[];
};

/** How often a client with this user agent sent events, for the preview of rules. */
export type UserAgentCount = {
  readonly userAgent: string;
  readonly events: number;
  readonly visitors: number;
  /** Those of them that are no bot's, neither by themselves nor by their session. */
  readonly peopleEvents: number;
  /** Who did these: a number for each person, as `Totals` counts visitors. A person can have several user agents. */
  readonly people: ReadonlySet<number>;
  /** Those of them with a conversion that counts. */
  readonly buyers: ReadonlySet<number>;
};

/** Which user agents are asked for: of the events that happened since an instant, so many of the most frequent. */
export type UserAgentQuestion = Pick<Question, 'project' | 'persons'> & {
  readonly since: number;
  readonly limit: number;
};

/** What a conversion is credited to: a touch, with the click ids and the page of where it was found. */
export type Attribution = {
  readonly touch: Touch | null;
  /** When the visit that was credited began; of a touch that the conversion brings itself, its own time. */
  readonly at: number;
  readonly clickIds: Readonly<Record<string, string>> | null;
  readonly landingPage: Page | null;
};

/** A conversion as it is stored, with what follows from all other events. */
export type ConversionRecord = {
  readonly event: EventRecord;
  /** True where another event that reports the same order is the sale: this one is not counted. */
  readonly isRepeat: boolean;
  /** Whether reports count it. */
  readonly counts: boolean;
  /** Of a backend's sale that names no session: the browser's report of the order that it has its session from. */
  readonly visit: EventRecord | null;
  /** Whom it names; of a backend's sale that names nobody, whom the earliest browser's report of the order names. */
  readonly userId: string | null;
  /** What tells it from a person's: the classification of the event, else that of its session, which may have come later. */
  readonly bot: Bot | null;
  /** Whether hashes of user data are kept that go with it: its own, or said in its session or of its user. */
  readonly hasUserData: boolean;
  readonly attribution: Attribution;
};

/** A visit of whoever converted, as it led to the conversion. */
export type JourneyVisit = {
  /** As its client named the session; null where none did. */
  readonly id: string | null;
  readonly startedAt: number;
  /** Of a browser, or the last of `events` where that is later. */
  readonly lastAt: number;
  /** Whether the conversion is part of it, and whether it is credited with the conversion. */
  readonly isOwn: boolean;
  readonly isCredited: boolean;
  readonly touch: Touch | null;
  readonly clickIds: Readonly<Record<string, string>> | null;
  /**
   * Its first ones up to the conversion, as they happened; what servers report of it more than a day after all browsers
   * is not looked for.
   */
  readonly events: readonly EventRecord[];
  readonly eventCount: number;
};

/** How whoever converted came to it. */
export type StoredJourney = {
  readonly conversion: ConversionRecord;
  /** The latest of the 90 days before it, the earliest first; its own visit is always among them. */
  readonly visits: readonly JourneyVisit[];
  readonly visitCount: number;
};

/** Which deliveries to ad platforms are meant, by where they stand. */
export type AdDeliveryFilter = {
  readonly platforms: readonly AdPlatform[];
  readonly states: readonly AdDeliveryState[];
  /** Integrations of whose deliveries those in other states are meant. */
  readonly stopped: readonly string[];
  readonly statesOfStopped: readonly AdDeliveryState[];
  /** Why they stand there, in the word of the delivery; any, where it is left out. */
  readonly reason?: string | undefined;
};

/** Where an event stands in the order of time. */
export type EventPlace = { readonly at: number; readonly id: EventId };

/** Which part of a list is wanted, by the time of the conversions. */
export type ConversionSlice = {
  /** Only conversions with such a delivery; all, where it is left out. */
  readonly deliveries?: AdDeliveryFilter | undefined;
  /** Those that count, where it is left out. */
  readonly kind?: ConversionKind | undefined;
  readonly orderId?: string | undefined;
  readonly order: 'newest_first' | 'oldest_first';
  /** Only what comes after this one in the list. */
  readonly after?: EventPlace | undefined;
  readonly offset: number;
  readonly limit: number;
};
export type ConversionPage = { readonly conversions: readonly ConversionRecord[]; readonly total: number };

/** A conversion, and whether reports count it: only such a one is the sale of its order. */
export type ListedConversion = { readonly id: EventId; readonly counts: boolean };

/** A delivery to an ad platform as people are told of it. */
export type ToldDelivery = AdDelivery & {
  /**
   * The other report of the order that was sent in the place of this one, whose delivery says state, reason and next attempt;
   * null where it is this one's own.
   */
  readonly sentAs: EventId | null;
};

/**
 * What reports make of an event. `bot`: it counts only where bots are asked for; `excluded`: nowhere. What a site wants in its
 * reports although a bot did it is `counted`.
 */
export type EventState = 'counted' | 'bot' | 'excluded';

/** Which part of the events of a period is wanted, the newest first. */
export type EventSlice = {
  /** All, where it is left out. */
  readonly state?: EventState | undefined;
  /** Only what comes after this one in the list. */
  readonly after?: EventPlace | undefined;
  readonly limit: number;
};

export type ListedEvent = StoredEvent & {
  /** Else the event has the first of its properties alone, those that are plain. */
  readonly hasAllProperties: boolean;
  readonly state: EventState;
  /** Whether hashes of user data that came with it are kept. */
  readonly hasUserData: boolean;
};

/** How much of the properties of events is told: so many names, and of each so many values. */
export type PropertyLimits = { readonly names: number; readonly values: number };

/** A property among events. Values are texts, as filters have them; an empty one is none. */
export type PropertyUse = {
  readonly name: string;
  /** How many events have it. */
  readonly events: number;
  /** How many different values it has. */
  readonly distinct: number;
  /** The most frequent values; ties by value. */
  readonly values: readonly { readonly value: string; readonly events: number }[];
  /** The lowest and the highest value where all are numbers, else null. */
  readonly numbers: { readonly lowest: number; readonly highest: number } | null;
};

/** The properties that events have, the most frequent first; ties by name. */
export type PropertyUses = {
  /** How many events were looked at. */
  readonly events: number;
  /** How many properties these have, whether or not they are told. */
  readonly total: number;
  readonly properties: readonly PropertyUse[];
};

/** Everything that left the collector because of a conversion, or is to leave it, of one moment. */
export type ConversionDeliveries = {
  /** As an ad platform may be told of it now; null where there is none any more. */
  readonly conversion: ForwardedConversion | null;
  /** To ad platforms. */
  readonly deliveries: readonly ToldDelivery[];
  /** Of the conversion itself, in their order, as long as they are kept. */
  readonly attempts: readonly (AdAttempt & { readonly integration: string })[];
  readonly webhooks: readonly DeliveryEntry[];
};

/** A bot, and by what evidence it was found: the weightiest first. */
export type KnownBot = Pick<Bot, 'category' | 'name' | 'reasons'>;

/** How many events a bot has left that was found by the same evidence. */
export type BotCount = KnownBot & { readonly requests: number };

/** Which bots are meant: those that have all that is named. */
export type BotFilter = {
  readonly category?: BotCategory | undefined;
  readonly name?: string | undefined;
  readonly reason?: string | undefined;
};

/** What is asked of bots and people side by side. */
export type BotTrafficAsked = {
  /** Of the buckets, ascending epoch milliseconds. */
  readonly edges: readonly number[];
  readonly only: BotFilter;
  /** Of how many pages is told, those first on which bots left the most events; ties by the text of the page. */
  readonly pages: number;
};

/** How many events bots and people left, the same from bucket to bucket. */
export type BotTraffic = {
  /** In no order. */
  readonly bots: readonly (KnownBot & { readonly requests: readonly number[] })[];
  readonly people: readonly number[];
  /** Pages with events of bots, and how many there are of these in all. */
  readonly pages: readonly { readonly page: string; readonly bots: number; readonly people: number }[];
  readonly totalPages: number;
};

/** Ordered event types, no two alike, all to happen within the window. */
export type Funnel = {
  readonly eventTypes: readonly string[];
  readonly windowMs: number;
  readonly scope: 'visitor' | 'session';
};
/** Of one step of a funnel: who got so far, and how long they took from the step before, at the median. */
export type FunnelStep = { readonly count: number; readonly medianMsFromPrevious: number | null };

/** What divides a funnel, and into how many values. */
export type FunnelValuesAsked = {
  readonly funnel: Funnel;
  readonly dimension: Dimension | PropertyDimension;
  readonly limit: number;
};
/** Values of those who took the first step, and how many different ones there are in all. */
export type FunnelValues = { readonly values: readonly string[]; readonly total: number };

/**
 * How many deliveries of a period stand where (`deliveries`), and how many of its conversions that count do: a conversion that is
 * owed to the integration stands where the delivery of its order does, whichever report of the order was sent.
 */
export type CountedAdDeliveries = AdDeliveryCount & { readonly counted: number };

/** What can be asked about the events of a project. */
export interface ReportQuestions {
  /** The measures of one period. */
  totals(question: Question, period: Period): Promise<Totals>;

  /** The measures of each bucket between neighbouring edges (ascending epoch milliseconds); filters see them all. */
  series(question: Question, edges: readonly number[]): Promise<Totals[]>;

  /**
   * The measures of a period by the values of a dimension, all of one moment. Acquisition dimensions count a
   * conversion for the touch that it is attributed to; all others for the session or event that it is of. Of a multi-valued
   * dimension a session is in the row of each of its values, with everything that is of it. The first thousand rows by visitors are
   * told, where nothing else is asked for.
   */
  breakdown(
    question: Question,
    period: Period,
    dimension: ReportDimension,
    told?: ToldRows,
  ): Promise<Breakdown>;

  /**
   * What came of the touches of a period, in no order. The groups of each source, medium, channel, campaign or ad platform
   * add up to its row in `breakdown`.
   */
  campaigns(question: Question, period: Period): Promise<CampaignGroup[]>;

  /** Everything that an overview tells, in one answer. Of the rows of a panel the first by the measure; ties by value. */
  overview(question: Question, asked: OverviewAsked): Promise<OverviewAnswer>;

  /**
   * How far visitors (persons, as in `Totals`) or sessions got along a funnel, all steps within the period, by the
   * earliest start that leads furthest. Filters choose who is looked at, by any event of theirs that is kept; all their
   * events are steps.
   */
  funnel(question: Question, period: Period, funnel: Funnel): Promise<FunnelStep[]>;

  /**
   * The values with which, as one more filter, the first step of `funnel` has the most; ties by value. Those with which
   * it has none are not among them.
   */
  funnelValues(question: Question, period: Period, asked: FunnelValuesAsked): Promise<FunnelValues>;

  /** The user agents of recent events, the most frequent first. */
  userAgents(asked: UserAgentQuestion): Promise<UserAgentCount[]>;

  /**
   * The conversions that `totals` counts in a period, or on request others, and how many there are in all: filters hold for
   * counted ones, and of others only those on the event type. Ties come by id; one order is the other
   * backwards.
   */
  conversions(question: Question, period: Period, slice: ConversionSlice): Promise<ConversionPage>;

  /**
   * The events of a period, whatever reports make of them. Filters judge each by itself and by its session; ties come by id. The
   * question's word on bots is not asked.
   */
  events(question: Question, period: Period, slice: EventSlice): Promise<ListedEvent[]>;

  /** The properties of the events that a question counts, and what values they have. */
  properties(question: Question, period: Period, limits: PropertyLimits): Promise<PropertyUses>;

  /** A conversion by its id, also one that is not counted; null when there is none of that id, or it was removed. */
  conversion(project: string, id: EventId): Promise<ConversionRecord | null>;

  /** How whoever converted came to it; null where `conversion` is. */
  journey(project: string, id: EventId): Promise<StoredJourney | null>;

  /** Of each of these conversions all deliveries to ad platforms, in the order of the conversions. @throws DeliveryLogUnreadable */
  adDeliveries(
    project: string,
    conversions: readonly ListedConversion[],
  ): Promise<readonly (readonly ToldDelivery[])[]>;

  /** How many deliveries stand where, and conversions that count, by the time of the conversions. @throws DeliveryLogUnreadable */
  adDeliveryCounts(question: Question, period: Period): Promise<CountedAdDeliveries[]>;

  /** What left the collector because of a conversion, with everything that is kept of it. @throws DeliveryLogUnreadable */
  conversionDeliveries(
    project: string,
    conversion: ListedConversion,
    now: number,
  ): Promise<ConversionDeliveries>;

  /** The events that bots left in a period, by bot, in no order. The question's word on bots is not asked. */
  bots(question: Question, period: Period, only?: BotFilter): Promise<BotCount[]>;

  /** The same from bucket to bucket and by page, beside what people left. */
  botTraffic(question: Question, asked: BotTrafficAsked): Promise<BotTraffic>;

  /**
   * When a project's first and last event happened, and how many happened since an instant. What is ahead of `now` has
   * not happened.
   */
  activity(project: string, since: number, now: number): Promise<Activity>;
  /**
   * When a project's first event happened, of those that have happened by a moment; null where there is none. Epoch
   * milliseconds.
   */
  firstEvent(project: string, by: number): Promise<number | null>;
}

/** What reports promise. */
export type ReportCapabilities = {
  readonly freshness: Freshness;
  /** Whether an event that comes late changes sessions and credits as if it had come in its time, or only lately. */
  readonly lateEvents: 'exact' | { readonly withinMs: number };
};

/** How long a question took. Milliseconds. */
export type QuestionTiming = {
  readonly queueMs: number;
  readonly workMs: number;
  /** Whether it was answered together with an equal one that waited already. */
  readonly joined: boolean;
};

/** On whose behalf something is asked. */
export type Asker = {
  /** Accounts are served in turn, however much one of them asks. */
  readonly account: string;
  /** Aborted when nobody waits for the answer any more. What is not begun by then is not begun; the rest is broken off. */
  readonly signal: AbortSignal;
  /** Told of each question once it is over, also of one that failed. */
  readonly noteTiming?: ((timing: QuestionTiming) => void) | undefined;
};

/** What became of questions since reports were opened, and how many there are now. */
export type QuestionFigures = {
  readonly answered: number;
  readonly failed: number;
  /** Nobody waited for the answer any more. */
  readonly dropped: number;
  /** Past their deadline. */
  readonly timedOut: number;
  /** Not let in, since too many of their account waited. */
  readonly refused: number;
  /** Of all these, how many were answered together with an equal one. */
  readonly joined: number;
  readonly waiting: number;
  readonly running: number;
  /** Of all askers together. */
  readonly queueSeconds: number;
  /** Of all readers together. */
  readonly workSeconds: number;
};

/** How reports are opened. What is left out is as `REPORT_LIMITS` says. */
export type ReportsOptions = {
  /** Gets what the store did by itself, and what it could not do. */
  readonly hear?: (news: StoreNews) => void;
  /** From when on a project keeps what happened, in epoch milliseconds: the rest is deleted for good. Null keeps all. */
  readonly keptFrom?: (project: string) => Promise<number | null>;
  /** How many questions are answered at once. */
  readonly readers?: number;
  /** How long an answer may take, the time in the queue included. */
  readonly deadlineSeconds?: number;
  /** What columns of days, and what questions work with, may take in memory, of all readers together. */
  readonly memoryBytes?: number;
  /** Rows of a day are archived once the project's newest event is so many hours later than its end. */
  readonly archiveHours?: number;
};

/**
 * Answers questions about what the event log keeps. Questions reject with TooManyQuestions, QuestionTimedOut or
 * ReportsClosed where that is why there is no answer.
 */
export interface Reports extends ReportQuestions {
  readonly capabilities: ReportCapabilities;
  /** The same questions for somebody; they reject with the signal's reason once that is aborted. */
  askedBy(asker: Asker): ReportQuestions;
  figures(): QuestionFigures;
  /** Starts what answers the first question, so that it need not be waited for then. Reads nothing. */
  warmUp(): void;
  /** Answers what was asked, then ends. Nothing more can be asked. */
  close(): Promise<void>;
}
