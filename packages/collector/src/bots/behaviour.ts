import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Reason } from './evidence.ts';

/** What a visitor did. `page` is null where it is not known. Instants are epoch milliseconds. */
export type Deed = {
  /** Whoever acted, in one project: never an address, behind which a whole school may browse. */
  readonly visitor: string;
  readonly at: number;
  readonly isPageview: boolean;
  readonly page: string | null;
};

/** Watches visitors, each for as long as a session goes on. */
export type Behaviour = {
  /** What the visitor's deeds up to this one prove; nothing is forgotten before the session ends. */
  note(deed: Deed): readonly Reason[];
};

type Watched = {
  lastAt: number;
  /** The page views that one click set off began and ended so far. */
  clickFrom: number;
  clickTo: number;
  views: number;
  hasInteracted: boolean;
  bursts: number;
  /** The last page views, without those that one click set off. */
  readonly recent: { readonly at: number; readonly page: PageMark }[];
  /** Page views by the minute, for as long as minutes are full. */
  minute: number;
  inMinute: number;
  fullMinutes: number;
  /** Null for as long as there is nothing: most visitors are people. */
  found: Set<Reason> | null;
};

/** Tells pages apart at a tenth of the memory of their addresses; null where the page is not known. */
type PageMark = number | null;

/** Strangers choose who is watched, so that only so many are at once. */
const WATCHED_VISITORS = 20_000;
const SESSION_IDLE_MS = 1_800_000;

/** Page views closer than this are one click's: a redirect, or an application that corrects its address. */
const ONE_CLICK_MS = 200;
/** A chain of them is one click's for so long; whoever goes on is no application that corrects itself. */
const LONGEST_CLICK_MS = 1000;
const REMEMBERED_VIEWS = 12;

/** Nobody reads pages at the pace of a clock. A screen that shows some by turns does, and is no crawler. */
const STEADY_VIEWS = 12;
const STEADY_PAGES = 6;
const STEADY_VARIATION = 0.15;

const BURST = { pages: 5, withinMs: 1000, times: 2 };
const FULL_MINUTE = { views: 30, minutes: 2 };
/** So many different pages so fast, and nothing else done on any of them. */
const SPRINT = { pages: 12, withinMs: 8000 };
const LONGEST_SESSION_VIEWS = 300;

/** What a page that loads itself anew puts into its address to be no copy: the time, or a number that nobody had. */
const FRESHNESS =
  /(?<=[?&])(?:(?:_|t|r|v|ts|dt|cb|now|time|timestamp|nocache|cache|cachebuster|rnd|rand|random|refresh|reload)=[\w.:%+-]*|\d{9,})/g;

export function watchBehaviour(): Behaviour {
  const watched = new LRUCache<string, Watched>({ max: WATCHED_VISITORS });
  return {
    note(deed) {
      const known = watched.get(deed.visitor);
      const isOver = known === undefined || Math.abs(deed.at - known.lastAt) > SESSION_IDLE_MS;
      const visitor = isOver ? newcomer(deed.at) : known;
      if (isOver) watched.set(deed.visitor, visitor);
      if (deed.isPageview) addView(visitor, deed);
      else visitor.hasInteracted = true;
      visitor.lastAt = Math.max(visitor.lastAt, deed.at);
      return visitor.found === null ? NOTHING : [...visitor.found];
    },
  };
}

const NOTHING: readonly Reason[] = [];

function newcomer(at: number): Watched {
  return {
    lastAt: at,
    clickFrom: Number.NEGATIVE_INFINITY,
    clickTo: Number.NEGATIVE_INFINITY,
    views: 0,
    hasInteracted: false,
    bursts: 0,
    recent: [],
    minute: 0,
    inMinute: 0,
    fullMinutes: 0,
    found: null,
  };
}

function addView(visitor: Watched, { at, page }: Deed): void {
  const { recent } = visitor;
  // What comes late tells nothing of the pace.
  if (at < visitor.clickTo) return;
  const isSameClick = at - visitor.clickTo < ONE_CLICK_MS && at - visitor.clickFrom < LONGEST_CLICK_MS;
  visitor.clickTo = at;
  if (isSameClick) return;
  visitor.clickFrom = at;
  visitor.views += 1;
  recent.push({ at, page: markOf(page) });
  if (recent.length > REMEMBERED_VIEWS) recent.shift();
  countMinute(visitor, at);
  if (isBurst(recent)) visitor.bursts += 1;
  const isFull = visitor.fullMinutes >= FULL_MINUTE.minutes;
  if ((isFull && pagesOf(recent) >= STEADY_PAGES) || visitor.bursts >= BURST.times) {
    find(visitor, 'rapid_requests');
  }
  if (!visitor.hasInteracted) addIdleView(visitor);
}

/** What page views prove of somebody who does nothing else. */
function addIdleView(visitor: Watched): void {
  const { recent, views } = visitor;
  if (isSteady(recent)) {
    find(visitor, 'constant_interval');
    if (!isByTurns(recent)) find(visitor, 'no_fixed_turn');
  }
  const isSprint = pagesWithin(recent, SPRINT.withinMs) >= SPRINT.pages;
  const isEndless = views > LONGEST_SESSION_VIEWS && pagesOf(recent) >= STEADY_PAGES && !isByTurns(recent);
  if (isSprint || isEndless) find(visitor, 'rapid_session');
}

function find(visitor: Watched, reason: Reason): void {
  visitor.found ??= new Set();
  visitor.found.add(reason);
}

function markOf(page: string | null): PageMark {
  return page === null ? null : crc32(page.replace(FRESHNESS, ''));
}

function countMinute(visitor: Watched, at: number): void {
  const minute = Math.floor(at / 60_000);
  if (minute !== visitor.minute) {
    if (minute !== visitor.minute + 1 || visitor.inMinute <= FULL_MINUTE.views) visitor.fullMinutes = 0;
    visitor.minute = minute;
    visitor.inMinute = 0;
  }
  visitor.inMinute += 1;
  if (visitor.inMinute === FULL_MINUTE.views + 1) visitor.fullMinutes += 1;
}

type Views = Watched['recent'];

/** Five different pages in a second; the same views are no second burst. */
function isBurst(recent: Views): boolean {
  const last = recent.slice(-BURST.pages);
  if (last.length < BURST.pages || pagesOf(last) < BURST.pages) return false;
  const [first, final] = [last[0], last.at(-1)];
  return first !== undefined && final !== undefined && final.at - first.at <= BURST.withinMs;
}

function isSteady(recent: Views): boolean {
  if (recent.length < STEADY_VIEWS || pagesOf(recent) < STEADY_PAGES) return false;
  const gaps = recent.slice(1).map(({ at }, index) => at - (recent[index]?.at ?? at));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
  return Math.sqrt(variance) < mean * STEADY_VARIATION;
}

/** Whether pages come round, and after each of them always the same, as on a screen that shows them by turns. */
function isByTurns(recent: Views): boolean {
  const followers = new Map<PageMark, PageMark | undefined>();
  let comesRound = false;
  for (const [index, { page }] of recent.entries()) {
    const follower = recent[index + 1]?.page;
    if (!followers.has(page)) followers.set(page, follower);
    else if (follower !== undefined && followers.get(page) !== follower) return false;
    else comesRound = true;
  }
  return comesRound;
}

function pagesWithin(recent: Views, ms: number): number {
  const since = (recent.at(-1)?.at ?? 0) - ms;
  return pagesOf(recent.filter(({ at }) => at >= since));
}

function pagesOf(views: Views): number {
  return new Set(views.map(({ page }) => page)).size;
}
