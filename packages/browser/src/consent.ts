import { CLICKS_RECORD } from '@cvq/contract/constants';
import { allow } from './core/allowed.ts';
import { storeQueues } from './core/event-queues.ts';
import type { Feature } from './core/feature.ts';
import { setHeadPart } from './core/head-parts.ts';
import { json } from './core/json.ts';
import { person, setPerson } from './core/known-person.ts';
import { safely } from './core/safely.ts';
import { settings, use } from './core/settings.ts';
import { beforeTasks } from './core/start.ts';
import { readStored, restrict, store } from './core/storage.ts';
import { rewriteQueues } from './core/stored-queue.ts';
import { warn } from './core/warn.ts';

type Choice = 'granted' | 'denied';

/** What a visitor allows. What is not named stays as it was; at first everything is granted. */
export type Consent = {
  /** Visitor and session may be kept. Without it nothing is, and events are sent without any id. */
  analytics_storage?: Choice;
  /** Click ids may be kept and sent. */
  ad_storage?: Choice;
  /** User data may be sent. */
  ad_user_data?: Choice;
  /** Told to the collector, which tells ad platforms. */
  ad_personalization?: Choice;
};

export type ConsentOptions = {
  /** Keep the choice on the device for later pages; false forgets what was kept. */
  remember?: boolean;
  /** It is what holds where nothing is said or remembered. */
  isDefault?: boolean;
};

const PURPOSES = ['analytics_storage', 'ad_storage', 'ad_user_data', 'ad_personalization'] as const;
type Purpose = (typeof PURPOSES)[number];
/** The visitor's own choice, which no consent takes from the device: it is no record of who they are. */
const RECORD = 'cvq_consent';

/** What the page says, over what an earlier page was told to remember, over the default of the configuration. */
let said: Consent = {};
let remembered: Consent = {};
let byDefault: Consent = {};
/** The record as this page has last seen or written it. */
let seen = '';

/** Undefined for what is not said. What is not plainly granted is denied, and named when it is not plainly denied either. */
function choiceOf(value: unknown, subject: string): Choice | undefined {
  if (value === undefined) return;
  const choice = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (choice === 'granted' || choice === true) return 'granted';
  if (choice !== 'denied' && choice !== false) warn('bad-consent', subject, value);
  return 'denied';
}

/** A record or an attribute may be anything. A list of purposes denies these, any other text is said of all of them. */
function choicesOf(value: unknown): Consent {
  const named = `${typeof value === 'string' || Array.isArray(value) ? value : ''}`.toLowerCase();
  const listed = named.split(/[\s,]+/).filter(Boolean);
  const isList = listed.length && listed.every((name) => PURPOSES.includes(name as Purpose));
  const given = Object(value ?? {}) as Record<string, unknown>;
  const isOfAll = given !== value || Array.isArray(value);
  const ofAll = isOfAll && !isList ? choiceOf(value ?? undefined, 'consent') : undefined;
  if (!isOfAll)
    for (const name of Object.keys(given))
      if (!PURPOSES.includes(name as Purpose)) warn('bad-consent', name, given[name]);
  const choice = (purpose: Purpose) => {
    if (isList) return listed.includes(purpose) ? 'denied' : undefined;
    return isOfAll ? ofAll : choiceOf(given[purpose], purpose);
  };
  return Object.fromEntries(
    PURPOSES.map((purpose) => [purpose, choice(purpose)]).filter(([, found]) => found),
  );
}

function choices(): Consent {
  return { ...byDefault, ...remembered, ...said };
}

/** True when the visitor has denied something. */
export function isDenied(purpose: keyof Consent): boolean {
  return choices()[purpose] === 'denied';
}

/** Keeps on the device what is allowed and nothing else, and sends no more, of events that wait as well. */
function applyConsent(): void {
  allow(!isDenied('ad_storage'), !isDenied('ad_user_data'));
  if (isDenied('ad_user_data')) setPerson({ ...person, userData: {} });
  if (Object.keys(choices()).length) setHeadPart('consent', () => ({ consent: choices() }));
  restrict((name) => !isDenied('analytics_storage') && !(name === CLICKS_RECORD && isDenied('ad_storage')));
  if (isDenied('ad_storage')) rewriteQueues();
  storeQueues();
}

/** Says what the visitor allows. Works at any time; before `init` it holds from the first event on. */
export function consent(choice: Consent | Choice, options?: ConsentOptions): void {
  safely(() => {
    const { remember, isDefault }: ConsentOptions = Object(options);
    if (isDefault) byDefault = { ...byDefault, ...choicesOf(choice) };
    else said = { ...said, ...choicesOf(choice) };
    if (remember !== undefined) {
      remembered = remember ? { ...remembered, ...choicesOf(choice) } : {};
      store(RECORD, remembered);
      seen = json(remembered);
    }
    applyConsent();
  });
}

/** What another tab was told to remember holds here too; where this page was told otherwise, only what it denies. */
function heedRecord(): void {
  const record = readStored(RECORD);
  if (!record || json(record) === seen) return;
  seen = json(record);
  remembered = choicesOf(record);
  for (const purpose of PURPOSES) if (remembered[purpose] === 'denied') said[purpose] = 'denied';
  applyConsent();
}

/** Starts with what the visitor chose on an earlier page, and with the configuration's default beside it. */
export const consentDefault: Feature = () => {
  use('consent');
  byDefault = { ...choicesOf(settings.consent), ...byDefault };
  const record = readStored(RECORD);
  seen = record ? json(record) : '';
  remembered = { ...choicesOf(record), ...remembered };
  beforeTasks(heedRecord);
  if (Object.keys(choices()).length) applyConsent();
};
