import { MAX_FILTERS, MAX_RANGE_DAYS } from '@cvq/contract/constants';
import type { PageState } from '../address/address.ts';
import { ALL_BOTS } from '../address/bot-choice.ts';
import { countDays } from '../address/civil-days.ts';
import { WHOLE_LIST } from '../address/list-choice.ts';
import type { NotAnswered } from '../ask/ask.ts';
import { partsOf } from './filter-text.ts';
import { isDimension } from './is-dimension.ts';

/** What an address says that is refused, and what to choose in its place. */
type WayOut = {
  readonly words: string;
  /** On the button. */
  readonly name: string;
  readonly change: Partial<PageState>;
};

type Refusal = Pick<NotAnswered, 'code' | 'fields' | 'message'>;

/** The longest that every time zone allows, with the comparison of those who choose none. */
const ALLOWED_EVERYWHERE = {
  range: { preset: '90d' },
  granularity: null,
  compare: 'previous_period',
} as const;

/** What questions for a list call what narrows it. */
const OF_LISTS = ['event_type', 'order_id', 'delivery_state', 'delivery_reason', 'state', 'endpoint'];

/** The way out of an address that is refused; null where it is not the address that is wrong. */
export function wayOut({ code, fields, message }: Refusal, page: string, state: PageState): WayOut | null {
  if (code === 'invalid_range') return ofRange(message, state);
  const isAt = (name: string) => fields.some(({ field }) => field.split(/[.[]/)[0] === name);
  if (isAt('segment'))
    return {
      words: 'The segment that the address names is not there, or not any more.',
      name: 'Leave the segment',
      change: { segment: null },
    };
  if (isAt('filter') && state.filters.length > 0) return ofFilters(state.filters);
  if (page === 'bots' && Object.keys(ALL_BOTS).some(isAt))
    return {
      words: 'The address narrows this page to bots of a kind that does not exist.',
      name: 'Show all bots',
      change: { bot: ALL_BOTS },
    };
  return ofList(isAt, state);
}

function ofList(isAt: (name: string) => boolean, { list }: PageState): WayOut | null {
  if (isAt('cursor') && list.after !== null)
    return {
      words: 'The address names a place in the list that does not exist, or not any more.',
      name: 'Show the newest',
      change: { list: { ...list, mark: null, after: null } },
    };
  if (isAt('offset'))
    return {
      words: 'The address names a place in the list that does not exist.',
      name: 'Show the first',
      change: { offset: 0 },
    };
  if (!OF_LISTS.some(isAt)) return null;
  return {
    words: 'The address narrows the list to what does not exist.',
    name: 'Show the whole list',
    change: { list: { ...WHOLE_LIST, kind: list.kind } },
  };
}

function ofRange(message: string, { range, granularity }: PageState): WayOut {
  if (granularity !== null && daysOf(range) <= MAX_RANGE_DAYS)
    return {
      words: `This range cannot be divided by the ${granularity}.`,
      name: 'Divide it as usual',
      change: { granularity: null },
    };
  return { words: message, name: 'Look at the last 90 days', change: ALLOWED_EVERYWHERE };
}

/** Ranges that have a name are never too long. */
function daysOf(range: PageState['range']): number {
  return 'start' in range ? countDays(range.start, range.end) : 0;
}

function ofFilters(filters: readonly string[]): WayOut {
  if (filters.length > MAX_FILTERS)
    return {
      words: `The address has ${filters.length} filters. A question takes at most ${MAX_FILTERS}.`,
      name: `Keep the first ${MAX_FILTERS}`,
      change: { filters: filters.slice(0, MAX_FILTERS) },
    };
  const wrong = filters.filter((filter) => !isKnown(filter));
  // Where all of them look right, any may be the one.
  const left = wrong.length > 0 ? filters.filter((filter) => !wrong.includes(filter)) : [];
  const isOne = filters.length - left.length === 1;
  return {
    words: `The address has ${isOne ? 'a filter that means' : 'filters that mean'} nothing here.`,
    name: isOne ? 'Remove this filter' : 'Remove these filters',
    change: { filters: left },
  };
}

function isKnown(filter: string): boolean {
  const parts = partsOf(filter);
  return parts !== null && isDimension(parts.dimension);
}
