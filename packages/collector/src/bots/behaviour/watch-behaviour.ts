import { SESSION_IDLE_MS } from '@cvq/contract/constants';
import type { Visitor } from '@cvq/storage';
import { LRUCache } from 'lru-cache';
import type { Reason } from '../evidence.ts';
import { type Acts, addView, isDoneByPerson, newActs } from './acts.ts';
import { type Flood, isFlooded, newFlood } from './flood.ts';
import { type Haste, isHasty, newHaste } from './haste.ts';
import { addToPace, isClockwork, isSprint, newPace, type Pace, restartPace } from './pace.ts';
import { markPage } from './page-mark.ts';

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

/** Watches visitors, each for as long as a session goes on. */
export type Behaviour = {
  /** What the visitor's actions up to this one prove; nothing is forgotten before the session ends. */
  note(action: Action): readonly Reason[];
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

export function watchBehaviour(): Behaviour {
  const watched = new LRUCache<string, Watched>({ max: WATCHED_VISITORS });
  return {
    note(action) {
      const known = watched.get(action.visitor);
      const isOver = known === undefined || Math.abs(action.at - known.lastAt) > SESSION_IDLE_MS;
      const visitor = isOver ? newcomer(action.at) : known;
      if (isOver) watched.set(action.visitor, visitor);
      if (action.isPageview) addPageview(visitor, action);
      else if (isDoneByPerson(visitor.acts, action.at)) restartPace(visitor.pace);
      visitor.lastAt = Math.max(visitor.lastAt, action.at);
      return visitor.found;
    },
  };
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
