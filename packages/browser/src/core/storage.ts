import { CLICKS_RECORD, VISITOR_RECORD } from '@cvq/contract/constants';
import { distinct } from './distinct.ts';
import { removeCookie } from './document-cookie.ts';
import { json } from './json.ts';
import { later } from './later.ts';
import { ownGlobal } from './own-global.ts';
import { pageRecords } from './page-records.ts';
import { safely } from './safely.ts';

type Texts = Record<string, string>;

/** A second place for records, beside localStorage. */
export type CookieStorage = {
  /** An empty text when there is none for sure, nothing when localStorage may know more. */
  read(name: string): string | undefined;
  /** Tells whether it holds all records now, so that localStorage is read by nobody and may hear of them late. */
  write(records: Texts): boolean;
  /** The visitor has withdrawn some of the records, which a request on its way may bring back. */
  withdraw(): void;
};

/** What the device is yet to be told, under names of the page, where any copy of the SDK on it sees the same visitor. */
const page = globalThis as unknown as Texts;
const memory: Texts = {};
let cookieStorage: CookieStorage | undefined;
/** The records that localStorage is yet to be told of, since cookies hold them. */
let late: readonly string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** How late the device may learn of the last activity, and localStorage of what cookies hold. */
const LAZY_MS = 60_000;
let soon: ReturnType<typeof setTimeout> | undefined;
/** The device is told of all else this much later, when the request of an event is usually on its way. */
export const STORE_DELAY_MS = 150;

/**
 * Session, user and last activity. The visitor has a record of its own, since a cookie that a script rewrites lives for a
 * week in Safari: the collector renews that one. Earlier versions kept all of it there.
 */
export const VISIT_RECORD = 'cvq_s';
/** Under this name of the page stand the session that was active last, and when. */
const ACTIVITY = '$cvq_t';
let isActivityDue = false;
/** Whether a record of a visitor may rest on the device. An opt-out always may: its name does not begin as theirs do. */
let rule: ((name: string) => boolean) | undefined;
/** None may, whatever the rule says: the visitor has opted out. */
export let isForbidden = false;
/** The records that might not rest on the device when that was last decided: a rule may answer otherwise by now. */
let withheld: readonly string[] = [];

/** Keeps records in this place too, and reads them from it first. */
export function useCookieStorage(place: CookieStorage): void {
  cookieStorage = place;
  restrictAgain();
  // A choice that was said before there was this place is kept there as well.
  storeAgain(Object.keys(memory).filter((name) => !isOurs(name)));
}

/** The records of a visitor, beside those of what is not delivered. */
const RECORDS = [VISITOR_RECORD, VISIT_RECORD, CLICKS_RECORD, 'cvq_c'];

/** True for the name of a record of a visitor. The host's own records may begin like ours. */
export function isOurs(name: string): boolean {
  return RECORDS.includes(name) || /^cvq\.proj_\w+\.\d+_\d+$/.test(name);
}

/** False while nothing of a visitor may be kept: then events carry no ids either. */
export function mayStore(name = VISITOR_RECORD): boolean {
  return !isOurs(name) || (!isForbidden && (!rule || rule(name)));
}

/** True where the device holds a record, and not this page alone. */
export function isOnDevice(name: string): boolean {
  return !!heldBy(name);
}

/** What the device holds under a name, whichever page wrote it. What this page had stored there is out of date then. */
function heldBy(name: string): string | null | undefined {
  const held = safely(() => cookieStorage?.read(name) ?? localStorage.getItem(name));
  if (held && name in memory) memory[name] = held;
  return held;
}

/** What another window of the page has stored of the visitor: there may be a frame beside this one, or a page around it. */
function heldBeside(name: string): string | undefined {
  const text = isOurs(name) && mayStore(name) && safely(() => pageRecords()[name]);
  if (!text) return;
  memory[name] = text;
  return text;
}

/** A visit with the last activity that this page knows of, where that is the same session's, and later. */
function withActivity(visit: unknown): unknown {
  const [session, at] = JSON.parse((ownGlobal(ACTIVITY) as string) || '[]');
  return Array.isArray(visit) && visit[0] === session && at > visit[2] ? [session, visit[1], at] : visit;
}

/** What `store` stored under a name, on this page or an earlier one; nothing when there is nothing to read. */
export function readStored(name: string): unknown {
  return safely(() => {
    // An element with that id is no record: it would hide an opt-out or a denial (`<a id="$no_cvq">`).
    const text =
      (ownGlobal(`$${name}`) as string) ||
      (mayStore(name) && heldBy(name)) ||
      memory[name] ||
      heldBeside(name) ||
      'null';
    return name === VISIT_RECORD ? withActivity(JSON.parse(text)) : JSON.parse(text);
  });
}

/**
 * Keeps a value in the first-party storage of the site, a moment later, or when the page is left or hidden. Where that is
 * refused it lives as long as the page.
 */
export function store(name: string, value: unknown): void {
  const text = json(value);
  memory[name] = page[`$${name}`] = text;
  if (mayStore(name)) safely(() => Object.assign(pageRecords(), { [name]: text }));
  // Not only with the next event: another window may be signed in while this one has signed out.
  soon = soon || later(writeDown, STORE_DELAY_MS);
}

/**
 * Notes that a session is active. The device is told late, and of the time alone: meanwhile another window may have said
 * who is here, or that nobody is.
 */
export function noteActivity(session: string, at: number): void {
  page[ACTIVITY] = json([session, at]);
  isActivityDue = true;
}

/** The texts that the device is to be told of now. */
function takeDue(isLast?: boolean): Texts {
  const due: Texts = {};
  for (const name of Object.keys(memory)) {
    const text = page[`$${name}`];
    page[`$${name}`] = '';
    if (text && mayStore(name)) due[name] = text;
  }
  if (!isActivityDue || !mayStore(VISIT_RECORD)) return due;
  if (!isLast && !due[VISIT_RECORD]) {
    writeLater();
    return due;
  }
  isActivityDue = false;
  safely(() => {
    const visit = due[VISIT_RECORD] || heldBy(VISIT_RECORD) || 'null';
    const active = json(withActivity(JSON.parse(visit)));
    // A visit that nothing holds any more was taken away by somebody.
    if (active !== visit) due[VISIT_RECORD] = active;
  });
  return due;
}

/**
 * Tells the device what it is yet to be told. What can wait is written within a minute, and when the page is left or
 * hidden, so that every other page judges the session by its last activity. True where cookies hold all of it, and
 * localStorage is only a copy, which waits as well: a first touch of it costs a slow phone nine milliseconds.
 */
export function writeDown(isLast?: boolean): boolean {
  soon = undefined;
  if (isLast) timer = undefined;
  const due = takeDue(isLast);
  const isHeld = !!safely(() => cookieStorage?.write(due));
  const names = distinct([...late, ...Object.keys(due)]);
  // A choice of the visitor waits for nothing.
  late = isHeld && !isLast ? names.filter(isOurs) : [];
  if (late.length) writeLater();
  for (const name of names.filter((each) => !late.includes(each))) {
    // A copy that waited is one of what the cookie holds now: another tab may have changed it, or was told of a denial or
    // an opt-out.
    const text = due[name] || safely(() => cookieStorage?.read(name));
    if (text && mayStore(name)) safely(() => localStorage.setItem(name, text));
  }
  return isHeld;
}

function writeLater(): void {
  timer = timer || later(() => writeDown(true), LAZY_MS);
}

/** The names of what is in localStorage, ours and others'. */
export function storedNames(): string[] {
  return safely(() => Object.keys(localStorage)) || [];
}

/** Forgets what the page knows beside the device. */
export function forget(): void {
  late = [];
  page[ACTIVITY] = '';
  isActivityDue = false;
  for (const name of [...RECORDS, ...Object.keys(memory)]) forgetRecord(name);
}

/** Forgets one record, in every window of the page. */
function forgetRecord(name: string): void {
  page[`$${name}`] = '';
  Reflect.deleteProperty(memory, name);
  removeBeside(name);
}

/** Lets no other window of the page take a record over any more. */
function removeBeside(name: string): void {
  safely(() => Reflect.deleteProperty(pageRecords(), name));
}

/** Takes records from the device. */
function remove(isUnwanted: (name: string) => boolean): void {
  for (const name of storedNames().filter(isUnwanted)) safely(() => localStorage.removeItem(name));
  for (const name of RECORDS.filter(isUnwanted)) {
    safely(() => removeCookie(name));
    removeBeside(name);
  }
}

/** Takes one record from everywhere. */
export function withdraw(name: string): void {
  forgetRecord(name);
  safely(() => localStorage.removeItem(name));
  safely(() => removeCookie(name));
}

/** Takes every record of the visitor from the device; not their choices. */
export function forgetVisitor(): void {
  remove(isOurs);
}

/** The records that may not rest on the device now. */
function withheldNow(): string[] {
  return RECORDS.filter((name) => !mayStore(name));
}

/**
 * Takes from the device what may not rest there, and what a late answer may have brought back. It brings nothing there:
 * what the device lacks by now, another window may have taken away.
 */
export function restrictAgain(): void {
  if (withheldNow().length) remove((name) => !mayStore(name));
}

function storeAgain(names: readonly string[]): void {
  for (const name of names) store(name, readStored(name));
}

/** Takes from the device what may rest there no longer, and brings there what only the page was allowed to know. */
function heedChange(): void {
  const before = withheld;
  withheld = withheldNow();
  if (withheld.length) cookieStorage?.withdraw();
  restrictAgain();
  storeAgain(before.filter((name) => name in memory && mayStore(name)));
}

/** Sets which records may rest on the device. */
export function restrict(isAllowed: (name: string) => boolean): void {
  rule = isAllowed;
  heedChange();
}

/** Forbids all records of the visitor, or goes by the rule again. */
export function forbid(isAll: boolean): void {
  isForbidden = isAll;
  heedChange();
}
