import { crc32 } from 'node:zlib';
import { SESSION_IDLE_MS } from '@cvq/contract/constants';
import type { Visitor } from '@cvq/storage';
import { boundedCache } from '../../bounded-cache.ts';
import type { Reason } from '../evidence.ts';
import {
  addToPace,
  type Flood,
  type Haste,
  isClockwork,
  isFlooded,
  isHasty,
  isSprint,
  newFlood,
  newHaste,
  newPace,
  type Pace,
  type PageMark,
  restartPace,
} from './pace.ts';

/** What a visitor did. `page` is null where it is not known. Instants are epoch milliseconds. */
export type Action = {
  readonly visitor: string;
  /** Where the visitor's id is from. Only the SDK's tells visitors apart: behind another may be a whole school. */
  readonly source: Visitor['source'];
  readonly at: number;
  readonly isPageview: boolean;
  readonly page: string | null;
  /** True where the page was opened in the background: it says nothing of the pace when such tabs are shown. */
  readonly isFromBackground?: boolean | undefined;
};

type Watched = {
  lastAt: number;
  /** The page views that one click set off began and ended so far. */
  clickFrom: number;
  clickTo: number;
  readonly acts: Acts;
  readonly flood: Flood;
  readonly haste: Haste;
  readonly pace: Pace;
  /** The same list from one action to the next, until there is more. */
  found: readonly Reason[];
};

/** Strangers choose who is watched, so that only so many are at once. */
const WATCHED_VISITORS = 20_000;

/** Page views closer than this are one click's: a redirect, or an application that corrects its address. */
const ONE_CLICK_MS = 200;
/** A chain of them is one click's for so long. */
const LONGEST_CLICK_MS = 1000;

/** Watches visitors, each for as long as a session goes on. */
export class Behaviour {
  readonly #watched = boundedCache<Watched>(WATCHED_VISITORS);

  /** What the visitor's actions up to this one prove; nothing is dropped before the session ends. */
  note(action: Action): readonly Reason[] {
    const known = this.#watched.get(action.visitor);
    const isOver = known === undefined || Math.abs(action.at - known.lastAt) > SESSION_IDLE_MS;
    const visitor = isOver ? newcomer(action.at) : known;
    if (isOver) this.#watched.set(action.visitor, visitor);
    if (action.isPageview) addPageview(visitor, action);
    else if (isDoneByPerson(visitor.acts, action.at)) restartPace(visitor.pace);
    visitor.lastAt = Math.max(visitor.lastAt, action.at);
    return visitor.found;
  }
}

const NOTHING: readonly Reason[] = [];

function newcomer(at: number): Watched {
  return {
    lastAt: at,
    clickFrom: Number.NEGATIVE_INFINITY,
    clickTo: Number.NEGATIVE_INFINITY,
    acts: newActs(),
    flood: newFlood(),
    haste: newHaste(),
    pace: newPace(),
    found: NOTHING,
  };
}

function addPageview(visitor: Watched, { at, page, isFromBackground }: Action): void {
  const { acts, flood, haste, pace } = visitor;
  const mark = markPage(page);
  if (isFlooded(flood, at, mark)) find(visitor, 'rapid_session');
  // What comes late tells nothing of the pace.
  if (isFromBackground || at < visitor.clickTo) return;
  addView(acts, at);
  const isSameClick = at - visitor.clickTo < ONE_CLICK_MS && at - visitor.clickFrom < LONGEST_CLICK_MS;
  visitor.clickTo = at;
  if (isSameClick) return;
  visitor.clickFrom = at;
  addToPace(pace, at, mark.page);
  if (isHasty(haste, at, pace)) find(visitor, 'rapid_requests');
  if (isSprint(pace)) find(visitor, 'rapid_session');
  if (isClockwork(pace)) find(visitor, 'constant_interval');
}

function find(visitor: Watched, reason: Reason): void {
  if (!visitor.found.includes(reason)) visitor.found = [...visitor.found, reason];
}

/** What tells an event that a person caused from one that the page fires by itself. */
type Acts = {
  viewedAt: number;
  /** Whether an event came after the last page view already, and after how many views in a row one did. */
  isFollowed: boolean;
  followedInARow: number;
};

/** Somebody who does something on a page has seen it first. */
const SEEN_AFTER_MS = 1_000;
/** What comes after each of so many page views belongs to the page. */
const PAGES_OWN = 3;

function newActs(): Acts {
  return { viewedAt: Number.POSITIVE_INFINITY, isFollowed: false, followedInARow: 0 };
}

function addView(acts: Acts, at: number): void {
  if (!acts.isFollowed) acts.followedInARow = 0;
  acts.isFollowed = false;
  acts.viewedAt = at;
}

/** Whether an event that is no page view was done by a person, and not fired by the page each time that it is shown. */
function isDoneByPerson(acts: Acts, at: number): boolean {
  if (!acts.isFollowed) acts.followedInARow += 1;
  acts.isFollowed = true;
  return at - acts.viewedAt >= SEEN_AFTER_MS && acts.followedInARow < PAGES_OWN;
}

/** What a page that loads itself anew puts into its address to be no copy: the time, or a number that nobody had. */
const FRESHNESS =
  /(?<=[?&])(?:(?:_|t|r|v|ts|dt|cb|now|time|timestamp|nocache|cache|cachebuster|rnd|rand|random|refresh|reload)=[\w.:%+-]*|\d{9,})/g;

/** A page by its whole address, and by what of it stands before the query. Pages that are not known are one. */
function markPage(address: string | null): PageMark {
  if (address === null) return { page: 0, path: 0 };
  const queryAt = address.search(/[?#]/);
  const path = markOf(queryAt < 0 ? address : address.slice(0, queryAt));
  return { path, page: queryAt < 0 ? path : markOf(address.replace(FRESHNESS, '')) };
}

/** Thirty bits, which an array holds without a box around each. */
const markOf = (text: string): number => crc32(text) >>> 2;
