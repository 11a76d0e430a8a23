import type { SdkWarning } from '@cvq/contract';
import type { Consent, ConsentOptions } from './consent.ts';

type SetConsent = (choice: Consent, options?: ConsentOptions) => void;

export type BridgeOptions = {
  /** Where the answers go: `consent` of the SDK. Without it, to the command queue `window.cvq`. */
  consent?: SetConsent;
  /** Whom to listen to. Default both. */
  sources?: readonly ('google' | 'tcf')[];
  /** How long a consent platform that is not there yet is looked for. Default ten seconds. */
  waitMs?: number;
};

/** Purposes of the TCF (https://iabeurope.eu/iab-europe-transparency-consent-framework-policies/) that each of ours needs. */
const TCF_PURPOSES: Readonly<Record<keyof Consent, readonly number[]>> = {
  analytics_storage: [1, 8],
  ad_storage: [1, 7],
  ad_user_data: [1, 7],
  ad_personalization: [1, 3, 4],
};
const PURPOSES = Object.keys(TCF_PURPOSES) as (keyof Consent)[];

const CHECK_EVERY_MS = 100;

/** What of `__tcfapi` is used here. */
type TcData = {
  eventStatus?: string;
  gdprApplies?: boolean;
  purpose?: { consents?: Record<string, boolean> };
};
type TcfApi = (
  command: 'addEventListener',
  version: 2,
  hear: (data: TcData | null, success: boolean) => void,
) => void;
type Host = { __tcfapi?: TcfApi; dataLayer?: unknown[]; cvq?: unknown[] };

const host = globalThis as unknown as Host;

function toQueue(...command: Parameters<SetConsent>): void {
  // An element with that id is no queue.
  const queue = Array.isArray(host.cvq) ? host.cvq : [];
  host.cvq = queue;
  queue.push(['consent', ...command]);
}

/** A page without the script has nobody who reads the queue: there the visitor's answer would be lost in silence. */
function nameUnread(): void {
  const code: SdkWarning = 'no-sdk';
  // biome-ignore lint/suspicious/noConsole: a mistake of the page that no visitor sees, and nobody else can name
  if (host.cvq?.length) console.warn(`[cvq] ${code}`);
}

/** Nothing that a consent platform does may reach the page, and nothing here may reach a consent platform. */
function quietly(task: () => void): void {
  try {
    task();
  } catch {}
}

function all(choice: 'granted' | 'denied', of: (purpose: keyof Consent) => boolean): Consent {
  return Object.fromEntries(PURPOSES.filter(of).map((purpose) => [purpose, choice]));
}

/** `gtag('consent', 'default' | 'update', {…})` leaves its arguments in the data layer. */
function hearGoogleCommand(entry: unknown, setConsent: SetConsent): void {
  const [command, kind, said] = Array.from((entry || []) as ArrayLike<unknown>);
  if (command !== 'consent' || typeof said !== 'object' || !said) return;
  const choices = said as Record<string, unknown>;
  const isGranted = (purpose: keyof Consent) => /^\s*granted\s*$/i.test(`${choices[purpose]}`);
  const granted = all('granted', isGranted);
  // What is not plainly granted may be a misspelt denial.
  const denied = all('denied', (purpose) => choices[purpose] !== undefined && !isGranted(purpose));
  if (kind === 'update') setConsent({ ...granted, ...denied }, { remember: true });
  // Who is in a region is not known here, so what it denies is denied to all, and what it grants to nobody.
  else if (kind === 'default')
    setConsent(choices.region ? denied : { ...granted, ...denied }, { isDefault: true });
}

function listenToGoogle(setConsent: SetConsent): void {
  // An element with that id is no data layer.
  const layer = typeof host.dataLayer?.push === 'function' ? host.dataLayer : [];
  host.dataLayer = layer;
  const hear = (entry: unknown) => quietly(() => hearGoogleCommand(entry, setConsent));
  layer.forEach(hear);
  const original = layer.push;
  // A tag manager that loads later puts its own before this one.
  layer.push = function (...entries) {
    entries.forEach(hear);
    return original.apply(this, entries);
  };
}

function hearTcf(data: TcData | null, setConsent: SetConsent): void {
  const isElsewhere = data?.gdprApplies === false;
  // No word of the visitor, so it holds where they have said nothing.
  if (isElsewhere)
    setConsent(
      all('granted', () => true),
      { isDefault: true },
    );
  // While the visitor is asked there is no answer.
  if (isElsewhere || !data || !/^(tcloaded|useractioncomplete)$/.test(`${data.eventStatus}`)) return;
  const consents = data.purpose?.consents || {};
  const isGranted = (purpose: keyof Consent) =>
    TCF_PURPOSES[purpose].every((number) => consents[number] === true);
  setConsent({ ...all('denied', () => true), ...all('granted', isGranted) }, { remember: true });
}

/** The API of a stub may be replaced by that of the platform, which need not know who asked the stub. */
function listenToTcf(setConsent: SetConsent, waitMs: number): void {
  let known: TcfApi | undefined;
  let waited = 0;
  const check = () => {
    const api = host.__tcfapi;
    if (typeof api === 'function' && api !== known) {
      known = api;
      quietly(() =>
        api('addEventListener', 2, (data, success) => success && quietly(() => hearTcf(data, setConsent))),
      );
    }
    waited += CHECK_EVERY_MS;
    // What the page has by default holds where nobody answers.
    if (waited <= waitMs) setTimeout(check, CHECK_EVERY_MS);
  };
  check();
}

/**
 * Tells the SDK what a consent platform hears from the visitor: from the commands of Google's consent mode, and from the
 * IAB's TCF 2. Until there is an answer the default of the SDK holds, and no event waits.
 */
export function bridgeConsent(options?: BridgeOptions): void {
  if (typeof window === 'undefined') return;
  const { consent, sources, waitMs = 10_000 }: BridgeOptions = Object(options);
  const setConsent = consent || toQueue;
  if (!consent) setTimeout(() => quietly(nameUnread), waitMs);
  if (!sources || sources.includes('google')) quietly(() => listenToGoogle(setConsent));
  if (!sources || sources.includes('tcf')) quietly(() => listenToTcf(setConsent, waitMs));
}
