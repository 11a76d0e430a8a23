import { HOUR_MS } from '@cvq/contract/constants';
import { REPORT_LIMITS } from '@cvq/storage';
import { z } from 'zod';
import {
  PLATFORM_API_ADDRESSES,
  PLATFORM_API_VERSIONS,
  type PlatformApis,
} from './ad-platforms/exchange/platform-apis.ts';
import { isLocalHost } from './net/hosts.ts';
import { parseExactPrefix } from './net/networks.ts';
import { readWholeNumber } from './read-whole-number.ts';
import type { SecretPlace } from './secrets/secret-place.ts';
import type { ReceiverPolicy } from './webhooks/address-guard.ts';

/** A setting that `cvq serve` does not know or cannot parse. The message names it. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting';
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const integer = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => readWholeNumber(text, min, max) !== null,
      `must be a whole number from ${min} to ${max}`,
    )
    .transform(Number);

const within = (limits: { readonly min: number; readonly max: number; readonly default: number }) =>
  integer(limits.min, limits.max).default(limits.default);

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://track.example.com' })
  .transform((text) => text.replace(/\/+$/, ''));

/** Dashboard, consent and tokens are at the root of a host: below a path nobody would find them. */
const ownAddress = webAddress.refine(
  (text) => new URL(text).href === `${new URL(text).origin}/`,
  'must be a scheme and a host alone, such as https://track.example.com: the collector answers at the root of its host, not below a path',
);

/** Paths are added at its end. Tokens go there: in the clear only within the machine or the house. */
const platformAddress = webAddress
  .refine(
    (text) => text.startsWith('https:') || isLocalHost(new URL(text).hostname),
    'must begin with https://. Only an address of the own machine or network may begin with http://',
  )
  .refine(
    (text) => !/[?#]/.test(text),
    'must have no ? and no #: the paths of the platform are added at its end',
  )
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'must have no user name and no password before its host: Node.js asks no such address');

/** As it stands in a path. */
const apiVersion = z.string().regex(/^v\d{1,3}(\.\d{1,3})?$/, 'must be a version such as v1 or v25.0');

const notYet = z.never({ error: 'is not supported by this version yet. Unset it.' });

const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .superRefine((parts, context) => {
    for (const part of parts) {
      const parsed = parseExactPrefix(part);
      if (!('problem' in parsed)) continue;
      const message = `must list IP addresses or CIDR ranges, such as 10.0.0.0/8,::1: ${parsed.problem}`;
      context.addIssue({ code: 'custom', message });
    }
  })
  .default([]);

/** Whoever may be the proxy says who the client is. */
const proxies = networks.refine(
  (parts) => !parts.map(parseExactPrefix).some((parsed) => 'length' in parsed && parsed.length === 0),
  'must not name all addresses: then whoever asks may say to be any client. List those of the proxies, such as 172.16.0.0/12',
);

/** As a browser writes them into `Origin`. */
const webOrigins = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => URL.parse(part)?.origin === part),
    'must list origins such as https://agents.example.com, without a path and with commas between',
  )
  .default([]);

/** Taken as it is; blanks around it make it no harder to guess. */
const secretText = z.string().refine((text) => text.trim().length >= 16, 'must have at least 16 characters');

/** Every setting, with its form and its default. */
const Settings = z.object({
  PORT: integer(0, 65_535).default(8787),
  HOST: z.string().min(1).default('127.0.0.1'),
  CVQ_DATA: z.string().min(1).default('./data'),
  CVQ_BASE_URL: ownAddress.optional(),
  CVQ_LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  CVQ_MIGRATE: z.enum(['auto', 'manual'], { error: 'must be auto or manual' }).default('auto'),
  CVQ_TRUST_PROXY: proxies,
  CVQ_DATABASE_URL: notYet.optional(),
  CVQ_CLICKHOUSE_URL: notYet.optional(),
  CVQ_SECRET: secretText.optional(),
  CVQ_SECRET_PREVIOUS: secretText.optional(),
  CVQ_GEO_CITY_MMDB: z.string().min(1).optional(),
  CVQ_BROWSER_RATE: integer(0, 1_000_000).default(3000),
  CVQ_BROWSER_BYTES: integer(0, 1_000_000_000_000).default(8_388_608),
  CVQ_BROWSER_DAY_BYTES: integer(0, 1_000_000_000_000).default(1_073_741_824),
  CVQ_PROJECT_BYTES: integer(0, 1_000_000_000_000).default(134_217_728),
  CVQ_CONNECTIONS: integer(16, 1_000_000).default(4000),
  CVQ_READERS: within(REPORT_LIMITS.readers),
  CVQ_QUESTION_SECONDS: within(REPORT_LIMITS.deadlineSeconds),
  CVQ_REPORT_BYTES: within(REPORT_LIMITS.memoryBytes),
  CVQ_ARCHIVE_HOURS: within(REPORT_LIMITS.archiveHours),
  CVQ_ALLOW_PRIVATE_WEBHOOKS: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('0'),
  CVQ_WEBHOOK_ALLOW_CIDRS: networks,
  CVQ_BOT_NETWORKS: z.enum(['weekly', 'off'], { error: 'must be weekly or off' }).default('weekly'),
  CVQ_MCP_ORIGINS: webOrigins,
  CVQ_METRICS_TOKEN: z
    .string()
    // Clients send others in an encoding of their own.
    .regex(/^[!-~]{16,}$/, 'must have at least 16 characters, all of them printable ASCII, and no spaces')
    .optional(),
  CVQ_GOOGLE_API: platformAddress.default(PLATFORM_API_ADDRESSES.google),
  CVQ_GOOGLE_API_VERSION: apiVersion.default(PLATFORM_API_VERSIONS.google),
  CVQ_GOOGLE_ADS_API: platformAddress.default(PLATFORM_API_ADDRESSES.googleAds),
  CVQ_GOOGLE_ADS_API_VERSION: apiVersion.default(PLATFORM_API_VERSIONS.googleAds),
  CVQ_GOOGLE_TOKEN_API: platformAddress.default(PLATFORM_API_ADDRESSES.googleToken),
  CVQ_META_API: platformAddress.default(PLATFORM_API_ADDRESSES.meta),
  CVQ_META_API_VERSION: apiVersion.default(PLATFORM_API_VERSIONS.meta),
  CVQ_MICROSOFT_API: platformAddress.default(PLATFORM_API_ADDRESSES.microsoft),
  CVQ_MICROSOFT_API_VERSION: apiVersion.default(PLATFORM_API_VERSIONS.microsoft),
  CVQ_MICROSOFT_CUSTOMER_API: platformAddress.default(PLATFORM_API_ADDRESSES.microsoftCustomer),
  CVQ_MICROSOFT_REPORTING_API: platformAddress.default(PLATFORM_API_ADDRESSES.microsoftReporting),
  CVQ_MICROSOFT_TOKEN_API: platformAddress.default(PLATFORM_API_ADDRESSES.microsoftToken),
  CVQ_SPEND_SYNC_HOURS: integer(0, 168).default(6),
  CVQ_DELIVERY_HOLD_SECONDS: integer(0, 86_400).default(120),
  /** Read by `cvq user create`. */
  CVQ_PASSWORD: z.string().optional(),
});

export type Config = {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Public address without a trailing slash; null means the address that it listens on. */
  readonly baseUrl: string | null;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly migrate: boolean;
  /** Addresses and CIDR ranges of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  /** Where the secret is that encrypts what is stored and must not be readable. */
  readonly secret: SecretPlace;
  /** A file in MaxMind's format with regions and cities. */
  readonly cityFile: string | null;
  /** Browser requests that one address may make in a minute; 0 for any number. */
  readonly browserRate: number;
  /** Bytes that one address may send as browsers do in a minute; 0 for any number. */
  readonly browserBytes: number;
  /** Bytes that one address may send as browsers do in a UTC day; 0 for any number. */
  readonly browserDayBytes: number;
  /** Bytes that one project may get from browsers in a minute; 0 for any number. */
  readonly projectBytes: number;
  /** Connections that may be open at once. */
  readonly connections: number;
  /** Questions of the read API that are answered at once. */
  readonly readers: number;
  /** How long the answer to a question may take. */
  readonly questionSeconds: number;
  /** What the columns of days may take in memory. */
  readonly reportBytes: number;
  readonly archiveHours: number;
  /** Which receivers of webhooks may be spoken to, beside those of the public internet. */
  readonly receivers: ReceiverPolicy;
  readonly platformApis: PlatformApis;
  /** How long a conversion waits before it is sent to ad platforms, in milliseconds. */
  readonly holdMs: number;
  /** From one reading of what ads cost to the next, in milliseconds; 0 for none. */
  readonly spendSyncMs: number;
  /** Whether networks of crawlers and clouds are fetched from their operators once a week. */
  readonly refreshesNetworks: boolean;
  /** Origins of web pages that may speak to `/mcp` beside the collector's own. */
  readonly mcpOrigins: readonly string[];
  /** What opens `/metrics`; null for no such page. */
  readonly metricsToken: string | null;
};

/**
 * The configuration that an environment describes.
 * @throws BadSetting naming the first setting that is unknown or unusable.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  for (const name of Object.keys(environment)) {
    if (name.startsWith('CVQ_') && !(name in Settings.shape)) {
      throw new BadSetting(`${name} is not a setting of cvq. See docs/settings.md for all settings.`);
    }
  }
  const parsed = Settings.safeParse(withoutEmpty(environment));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new BadSetting(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const settings = parsed.data;
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataFolder: settings.CVQ_DATA,
    baseUrl: settings.CVQ_BASE_URL ?? null,
    logLevel: settings.CVQ_LOG_LEVEL,
    migrate: settings.CVQ_MIGRATE === 'auto',
    trustedProxies: settings.CVQ_TRUST_PROXY,
    secret: {
      given: settings.CVQ_SECRET ?? null,
      previous: settings.CVQ_SECRET_PREVIOUS ?? null,
      dataFolder: settings.CVQ_DATA,
    },
    cityFile: settings.CVQ_GEO_CITY_MMDB ?? null,
    browserRate: settings.CVQ_BROWSER_RATE,
    browserBytes: settings.CVQ_BROWSER_BYTES,
    browserDayBytes: settings.CVQ_BROWSER_DAY_BYTES,
    projectBytes: settings.CVQ_PROJECT_BYTES,
    connections: settings.CVQ_CONNECTIONS,
    readers: settings.CVQ_READERS,
    questionSeconds: settings.CVQ_QUESTION_SECONDS,
    reportBytes: settings.CVQ_REPORT_BYTES,
    archiveHours: settings.CVQ_ARCHIVE_HOURS,
    refreshesNetworks: settings.CVQ_BOT_NETWORKS === 'weekly',
    mcpOrigins: settings.CVQ_MCP_ORIGINS,
    metricsToken: settings.CVQ_METRICS_TOKEN ?? null,
    receivers: {
      allowPrivate: settings.CVQ_ALLOW_PRIVATE_WEBHOOKS === '1',
      allowedRanges: settings.CVQ_WEBHOOK_ALLOW_CIDRS,
    },
    platformApis: platformApisOf(settings),
    spendSyncMs: settings.CVQ_SPEND_SYNC_HOURS * HOUR_MS,
    holdMs: settings.CVQ_DELIVERY_HOLD_SECONDS * 1000,
  };
}

function platformApisOf(settings: z.output<typeof Settings>): PlatformApis {
  return {
    addresses: {
      google: settings.CVQ_GOOGLE_API,
      googleAds: settings.CVQ_GOOGLE_ADS_API,
      googleToken: settings.CVQ_GOOGLE_TOKEN_API,
      meta: settings.CVQ_META_API,
      microsoft: settings.CVQ_MICROSOFT_API,
      microsoftCustomer: settings.CVQ_MICROSOFT_CUSTOMER_API,
      microsoftReporting: settings.CVQ_MICROSOFT_REPORTING_API,
      microsoftToken: settings.CVQ_MICROSOFT_TOKEN_API,
    },
    versions: {
      google: settings.CVQ_GOOGLE_API_VERSION,
      googleAds: settings.CVQ_GOOGLE_ADS_API_VERSION,
      meta: settings.CVQ_META_API_VERSION,
      microsoft: settings.CVQ_MICROSOFT_API_VERSION,
    },
  };
}

/** A setting that is set to nothing is a setting that is not set. */
function withoutEmpty(environment: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}
