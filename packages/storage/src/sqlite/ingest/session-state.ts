import { BOT, type BotCode } from '../row-codes.ts';
import type { SessionState } from '../session-table.ts';

/** A place in the order of events: by time, then by id, so that no two events share one. */
export type Mark = { readonly at: number; readonly ms: number; readonly suffix: string };

/** What a session takes from one browser event, with every text as its dictionary's integer. */
export type SessionEvent = Mark & {
  readonly isPageview: boolean;
  readonly visitor: number | null;
  readonly client: number;
  readonly touch: number | null;
  readonly isTouch: 0 | 1;
  readonly clickIds: string | null;
  readonly page: number | null;
  readonly bot: BotCode;
  readonly botClassification: number | null;
};

/**
 * Add a browser event to a session. What a session is (client, touch) comes from its earliest event, its visitor
 * from the earliest that names one, and where it began and ended from its earliest and latest page view,
 * whatever the order of arrival.
 */
export function addToSession(state: SessionState, event: SessionEvent): void {
  state.events += 1;
  if (isBefore(event, markOf(state.first_at, state.first_ms, state.first_suffix))) {
    state.first_at = event.at;
    state.first_ms = event.ms;
    state.first_suffix = event.suffix;
    state.client = event.client;
    state.touch = event.touch;
    state.is_touch = event.isTouch;
    state.click_ids = event.clickIds;
  }
  if (event.visitor !== null) nameVisitor(state, event, event.visitor);
  if (state.last_at === null || event.at > state.last_at) state.last_at = event.at;
  if (event.isPageview) addPageview(state, event);
  if (event.bot !== BOT.none) addBot(state, event);
}

/**
 * One bot's event of a browser is proof against its whole session. The bot of the session is that of the earliest such
 * event, whatever the order of arrival.
 */
function addBot(state: SessionState, event: SessionEvent): void {
  if (event.bot > state.bot) state.bot = event.bot;
  if (!isBefore(event, markOf(state.bot_at, state.bot_ms, state.bot_suffix))) return;
  state.bot_verdict = event.botClassification;
  state.bot_at = event.at;
  state.bot_ms = event.ms;
  state.bot_suffix = event.suffix;
}

function nameVisitor(state: SessionState, event: SessionEvent, visitor: number): void {
  if (!isBefore(event, markOf(state.visitor_at, state.visitor_ms, state.visitor_suffix))) return;
  state.visitor = visitor;
  state.visitor_at = event.at;
  state.visitor_ms = event.ms;
  state.visitor_suffix = event.suffix;
}

/** Its user is that of the earliest event that names one. True where that is this one. */
export function nameUser(state: SessionState, mark: Mark, user: number): boolean {
  if (!isBefore(mark, markOf(state.user_at, state.user_ms, state.user_suffix))) return false;
  state.user = user;
  state.user_at = mark.at;
  state.user_ms = mark.ms;
  state.user_suffix = mark.suffix;
  return true;
}

function addPageview(state: SessionState, event: SessionEvent): void {
  state.pageviews += 1;
  if (isBefore(event, markOf(state.entry_at, state.entry_ms, state.entry_suffix))) {
    state.entry_page = event.page;
    state.entry_at = event.at;
    state.entry_ms = event.ms;
    state.entry_suffix = event.suffix;
  }
  const exit = markOf(state.exit_at, state.exit_ms, state.exit_suffix);
  if (exit === null || isBefore(exit, event)) {
    state.exit_page = event.page;
    state.exit_at = event.at;
    state.exit_ms = event.ms;
    state.exit_suffix = event.suffix;
  }
}

function markOf(at: number | null, ms: number | null, suffix: string | null): Mark | null {
  return at === null ? null : { at, ms: ms as number, suffix: suffix as string };
}

/** True when `mark` comes before `other`, or when there is no other. */
export function isBefore(mark: Mark, other: Mark | null): boolean {
  if (other === null) return true;
  if (mark.at !== other.at) return mark.at < other.at;
  if (mark.ms !== other.ms) return mark.ms < other.ms;
  return mark.suffix < other.suffix;
}
