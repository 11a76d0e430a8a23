import type { Feature } from './feature.ts';
import { type WireName, wireNames } from './wire-names.ts';

/** What `init` takes. */
export type Config = {
  /** The project's public tracking key (`proj_…`). */
  apiKey: string;
  /** Where the collector answers; may carry a path. A script tag may leave it out: then it is the script's own origin. */
  endpoint: string;
  /** Track page views automatically, those of a single-page application included. Default true. */
  autoTrack?: boolean;
  /** Track nothing and keep nothing for visitors who send Do Not Track or Global Privacy Control. Default false. */
  respectDNT?: boolean;
  /** Domains that share their visitors and sessions with this one, as a list or in one text. Default none. */
  crossDomainDomains?: readonly string[] | string;
  /** Ask the collector to leave bots out of analytics. Default true. */
  filterBots?: boolean;
  /** Record bots, apart from people. Default true. */
  trackBots?: boolean;
  /** The part after `#` names a page (`/#/cart`), so that its change is a page view. Default false. */
  hashRoutes?: boolean;
  /** Track clicks on links to other sites as `outbound_click`. Default false. */
  outboundLinks?: boolean;
  /** Track clicks on links to files as `file_download`. Default false. */
  fileDownloads?: boolean;
  /**
   * What is denied until the visitor says otherwise: `denied` for all, purposes in one text, or an object. Default:
   * nothing.
   */
  consent?: 'denied' | 'granted' | (string & {}) | Readonly<Record<string, string>>;
  /**
   * Names of parameters that are cut from addresses beside the usual ones, as a list or in one text; false sends
   * addresses as they are. Default: the usual ones, e-mail addresses, tokens and keys.
   */
  redact?: boolean | readonly string[] | string;
  /** What this page needs beyond the core, or beyond what the whole SDK has by itself. */
  features?: readonly Feature[];
};

/** The configuration under the names that it has in the attributes of a script element. */
type Settings = {
  readonly [Option in keyof Config as WireName<Option>]: Config[Option];
};

/** The configuration that `init` was given. Read it only after the start. */
export let settings: Settings;

export function settle(config: Config): void {
  settings = wireNames(config) as Settings;
}
