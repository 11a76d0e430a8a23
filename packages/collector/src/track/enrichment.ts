import type { UserData } from '@cvq/contract';
import type { Bot, Client, Page, ProjectRecord, Touch, Visitor } from '@cvq/storage';
import type { TrafficSample } from '../bots/traffic-classifier.ts';
import type { ClientHints } from '../clients/client.ts';

/** What a request tells of its client, to be read once for all events of a batch. */
export type ClientTraits = {
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly hints: ClientHints | undefined;
  readonly language: string | null;
  readonly screen: string | null;
  /** `navigator.maxTouchPoints`; only a browser's script tells them. */
  readonly touchPoints?: number | null | undefined;
};

/** How an event's page was reached. */
export type VisitedPage = {
  readonly page: Page | null;
  readonly referrer: string | null;
  /** Click ids of this visit that came beside the address, as a backend sends them. */
  readonly beside: Readonly<Record<string, string>> | null;
  readonly project: ProjectRecord;
};

/** How it was reached, in the words of reports, and the click ids of it. */
export type TouchFindings = {
  readonly touch: Touch;
  readonly clickIds: Readonly<Record<string, string>> | null;
};

/** Everything that is found out about an event beyond what it says. */
export type Enrichment = {
  clientOf(traits: ClientTraits): Client;
  touchOf(page: VisitedPage): TouchFindings;
  /** The bot that sent an event; null for a person. To be asked once for each event. */
  botOf(sample: TrafficSample): Bot | null;
  /** The visitor of a request that names none: a hash of the day, or null without an address. */
  visitorOf(request: {
    project: string;
    address: string | null;
    userAgent: string | null;
    domain: string | null;
  }): Visitor | null;
  /** Hashes for the ad platforms, encrypted; null where there is nothing to hash. */
  sealUserData(userData: UserData | null | undefined): Uint8Array | null;
  /** To be awaited before a group: what a group needs and only the store knows. */
  prepare(): Promise<void>;
  /** Destroy the salts of past days, also where no event comes that would. */
  purgeOldSalts(): Promise<void>;
};
