import type { DeliveriesResponse, ListConversionsResponse, OverviewResponse } from '@cvq/contract';
import { type PageState, USUAL_STATE } from '../address/address.ts';
import { addDays } from '../address/civil-days.ts';
import { item, page, project, state } from '../address/location.ts';
import { conversion } from './conversion.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

const isAsked = () => project.value !== null && page.value === 'conversions';

/** About the period alone: nothing is compared on these pages. */
function question(isFiltered: boolean, range = state.value.range): URLSearchParams {
  const { filters, segment } = isFiltered ? state.value : USUAL_STATE;
  const chosen = {
    ...state.value,
    range,
    compare: 'none',
    bots: 'excluded',
    filters,
    segment,
  } as const;
  return questionOf(project.value ?? '', chosen);
}

type Slice = {
  readonly range?: PageState['range'];
  readonly limit: number;
  readonly more?: Readonly<Record<string, string>>;
};

/** The list that the address names, in the range of the address unless another is given. */
function listPath({ range, limit, more = {} }: Slice): string {
  const { list } = state.value;
  // Conversions that no report counts have no part in its filters.
  const query = question(list.kind === 'counted', range);
  const given = {
    kind: list.kind,
    event_type: list.type,
    order_id: list.order,
    cursor: list.after,
    delivery_platform: list.platform,
    delivery_status: list.status,
    delivery_state: list.state,
    delivery_reason: list.reason,
    ...more,
  };
  for (const [name, value] of Object.entries(given)) if (value !== null) query.set(name, value);
  query.set('limit', String(limit));
  return `/conversions?${query}`;
}

/** A page of the list. The page of one conversion walks it. */
export const conversionList = watched<ListConversionsResponse>(() =>
  isAsked() ? listPath({ limit: 50 }) : null,
);

/** How far around a conversion its neighbours are looked for. */
const AROUND_DAYS = 45;

/** One that was opened by its own address has neighbours as well, though no page of a list has shown them. */
const beside = (direction: 1 | -1) =>
  watched<ListConversionsResponse>(() => {
    const open = conversion.answer.value?.data;
    const listed = conversionList.answer.value?.data;
    if (!isAsked() || open === undefined || open.id !== item.value || listed === undefined) return null;
    const at = listed.findIndex(({ id }) => id === open.id);
    if (at !== -1 && listed[at + direction] !== undefined) return null;
    const dayAt = (days: number) => addDays(open.timestamp, days);
    const isOlder = direction === 1;
    const around = { start: dayAt(isOlder ? -AROUND_DAYS : -1), end: dayAt(isOlder ? 1 : AROUND_DAYS) };
    return listPath({
      // A list that has it ends where its range does.
      range: at === -1 ? around : state.value.range,
      limit: 1,
      more: { cursor: open.id, sort: isOlder ? '-timestamp' : 'timestamp' },
    });
  });

/** The conversion after the open one in time, and the one before it, where the page of the list does not have them. */
export const newer = beside(-1);
export const older = beside(1);

/** What became of the conversions of the period at each platform. */
export const deliveryAccounts = watched<DeliveriesResponse>(() =>
  isAsked() && item.value === null ? `/analytics/deliveries?${question(false)}` : null,
);

/** How many conversions count, and what they are worth. */
export const conversionTotals = watched<OverviewResponse>(() =>
  isAsked() && item.value === null ? `/analytics/overview?${question(true)}` : null,
);
