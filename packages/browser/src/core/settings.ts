import { useDocsOf } from './docs-address.ts';
import type { Feature } from './feature.ts';
import { warn } from './warn.ts';
import { type WireName, wireNames } from './wire-names.ts';

/** An event as it is about to be stored and sent, in the names of the wire. */
export type OutgoingEvent = {
  /** Stays as it is, whatever a page makes of it. */
  id: string;
  event_type: string;
  timestamp: string;
  properties: Record<string, unknown>;
  context: {
    page_url: string;
    referrer: string;
    language: string;
    title: string;
    screen: string;
    [name: string]: unknown;
  };
  conversion?: boolean;
  user_data?: Record<string, string>;
};

/** What a page makes of an event. When and where it happened need not be said again. */
type ChangedEvent = Partial<Omit<OutgoingEvent, 'event_type' | 'context'>> &
  Pick<OutgoingEvent, 'event_type'> & { context?: Record<string, unknown> };

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
  /**
   * Sees every event before it is stored or sent, and returns it, changed or not; null or false drops it. In the
   * attribute of a script, the name of a global function.
   */
  beforeSend?: ((event: OutgoingEvent) => ChangedEvent | null | false) | string;
  /** What this page needs beyond the core, or beyond what the whole SDK has by itself. */
  features?: readonly Feature[];
};

/** The configuration under the names that it has in the attributes of a script element. */
export type Settings = {
  readonly [Option in keyof Config as WireName<Option>]: Config[Option];
};

type OptionName = keyof Settings | 'debug';

/** Every option, and whether it is a switch, which an attribute without a value turns on. */
const OPTIONS: Record<OptionName, 0 | 1> = {
  api_key: 0,
  endpoint: 0,
  auto_track: 1,
  respect_dnt: 1,
  cross_domain_domains: 0,
  filter_bots: 1,
  track_bots: 1,
  hash_routes: 1,
  outbound_links: 1,
  file_downloads: 1,
  consent: 0,
  redact: 0,
  before_send: 0,
  features: 0,
  debug: 1,
};

/** Options that only a feature makes something of, as long as none has said so. */
let unused: readonly ('consent' | 'cross_domain_domains' | 'outbound_links' | 'file_downloads')[] = [
  'consent',
  'cross_domain_domains',
  'outbound_links',
  'file_downloads',
];

/** A feature says here, when it starts, which of these options it knows. */
export function use(...names: typeof unused): void {
  unused = unused.filter((name) => !names.includes(name));
}

/** Names the options that were set without their feature. */
export function warnOfUnused(): void {
  for (const name of unused) if (`${settings[name] || ''}`) warn('missing-feature', name);
}

/** Whether an option is either on or off. */
export function isSwitch(name: string): boolean {
  return !!OPTIONS[name as OptionName];
}

/**
 * The configuration of the page: that of the first project, and what later ones say beyond it. Read it only after the
 * start.
 */
export let settings: Settings;

/** Names what is set under a name that is no option. */
export function warnOfUnknown(own: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(own).filter((option) => !(option in OPTIONS))) {
    // A warning points at the docs of this collector.
    useDocsOf(`${own.endpoint || ''}`);
    warn('unknown-option', name);
  }
}

/** Reads the configuration of a project; undefined when it lacks what nothing works without. */
export function readSettings(config: Config): Settings | undefined {
  const own = wireNames(config) as Settings;
  useDocsOf(`${own.endpoint || ''}`);
  warnOfUnknown(own);
  if (!own.api_key) warn('no-key', 'init', 'Nothing is tracked.');
  else if (!own.endpoint) warn('no-endpoint', 'init', 'Nothing is tracked.');
  else {
    settings = { ...own, ...settings };
    return own;
  }
  return undefined;
}
