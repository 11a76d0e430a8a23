import { CLICKS_RECORD, VISITOR_RECORD } from '@cvq/contract/constants';
import { removeCookie } from './document-cookie.ts';
import { json } from './json.ts';
import { later } from './later.ts';
import { ownGlobal } from './own-global.ts';
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
/** The records of which more has changed than the time of the last activity. */
const urgent: Record<string, boolean> = {};
/** Those that localStorage is yet to be told, since cookies hold them. */
let late: Texts = {};
let timer: ReturnType<typeof setTimeout> | undefined;
/** How late the device may learn of the last activity, and localStorage of what cookies hold. */
const LAZY_MS = 60_000;
/** Whether a record of a visitor may rest on the device. An opt-out always may: its name does not begin as theirs do. */
let rule: ((name: string) => boolean) | undefined;

/** Keeps records in this place too, and reads them from it first. */
export function useCookieStorage(place: CookieStorage): void {
  cookieStorage = place;
  restrictAgain();
}

/** The records of a visitor, beside those of what is not delivered. */
const RECORDS = [VISITOR_RECORD, 'cvq_s', CLICKS_RECORD, 'cvq_c'];

/** True for the name of a record of a visitor. The host's own records may begin like ours. */
export function isOurs(name: string): boolean {
  return RECORDS.includes(name) || /^cvq\.proj_\w+\.\d+_\d+$/.test(name);
}

/** False while nothing of a visitor may be kept: then events carry no ids either. */
export function mayStore(name = VISITOR_RECORD): boolean {
  return !rule || rule(name) || !isOurs(name);
}

/** What `store` stored under a name, on this page or an earlier one; nothing when there is nothing to read. */
export function readStored(name: string): unknown {
  return safely(() =>
    JSON.parse(
      // An element with that id is no record: it would hide an opt-out or a denial (`<a id="$no_cvq">`).
      (ownGlobal(`$${name}`) as string) ||
        (mayStore(name) && safely(() => cookieStorage?.read(name) ?? localStorage.getItem(name))) ||
        memory[name] ||
        'null',
    ),
  );
}

/**
 * Keeps a value in the first-party storage of the site, a moment after the next event, or when the page is left or hidden.
 * Where that is refused it lives as long as the page.
 */
export function store(name: string, value: unknown, isLazy?: boolean): void {
  memory[name] = page[`$${name}`] = json(value);
  urgent[name] = urgent[name] || !isLazy;
}

/**
 * Tells the device what it is yet to be told. What can wait is written within a minute, and when the page is left or
 * hidden, so that every other page judges the session by its last activity. True where cookies hold all of it, and
 * localStorage is only a copy, which waits as well: a first touch of it costs a slow phone nine milliseconds.
 */
export function writeDown(isLast?: boolean): boolean {
  const due: Texts = {};
  if (isLast) timer = undefined;
  for (const name of Object.keys(memory)) {
    const text = page[`$${name}`];
    if (text && !isLast && !urgent[name]) {
      writeLater();
      continue;
    }
    page[`$${name}`] = '';
    urgent[name] = false;
    if (text && mayStore(name)) due[name] = text;
  }
  const isHeld = !!safely(() => cookieStorage?.write(due));
  const copies = Object.entries({ ...late, ...due });
  late = {};
  for (const [name, text] of copies) {
    // A choice of the visitor waits for nothing.
    if (isHeld && !isLast && isOurs(name)) {
      late[name] = text;
      writeLater();
    } else if (mayRest(name, name in due)) safely(() => localStorage.setItem(name, text));
  }
  return isHeld;
}

/** False for a copy that waited while its cookie was taken away: another tab was told of a denial or an opt-out. */
function mayRest(name: string, isDue: boolean): boolean {
  return mayStore(name) && (isDue || !!safely(() => cookieStorage?.read(name)));
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
  late = {};
  for (const name of Object.keys(memory)) {
    page[`$${name}`] = '';
    Reflect.deleteProperty(memory, name);
  }
}

/** Takes records from the device. */
function remove(isUnwanted: (name: string) => boolean): void {
  for (const name of storedNames().filter(isUnwanted)) safely(() => localStorage.removeItem(name));
  for (const name of RECORDS.filter(isUnwanted)) safely(() => removeCookie(name));
}

/** Takes one record from everywhere. */
export function withdraw(name: string): void {
  page[`$${name}`] = '';
  Reflect.deleteProperty(memory, name);
  safely(() => localStorage.removeItem(name));
  safely(() => removeCookie(name));
}

/** Takes every record of the visitor from the device; not their choices. */
export function forgetVisitor(): void {
  remove(isOurs);
}

/** Takes from the device what may not rest there, and what a late answer may have brought back. */
export function restrictAgain(): void {
  if (!rule) return;
  remove((name) => !mayStore(name));
  for (const name of Object.keys(memory)) store(name, readStored(name));
}

/** Sets which records may rest on the device: takes the others from it, and brings there what only the page knew. */
export function restrict(isAllowed: (name: string) => boolean): void {
  rule = isAllowed;
  if (!RECORDS.every((name) => mayStore(name))) cookieStorage?.withdraw();
  restrictAgain();
}
