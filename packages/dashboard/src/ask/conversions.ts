import type { DeliveriesResponse, ListConversionsResponse, OverviewResponse } from '@cvq/contract';
import { computed } from '@preact/signals';
import { item, page, project, state } from '../address/location.ts';
import { questionOf } from './question-of.ts';
import { watched } from './watched.ts';

const isAsked = () => project.value !== null && page.value === 'conversions';

/** About the period alone: nothing is compared on these pages. */
function question(isFiltered: boolean): URLSearchParams {
  const filters = isFiltered ? state.value.filters : [];
  const chosen = { ...state.value, compare: 'none', segment: null, bots: 'excluded', filters } as const;
  return questionOf(project.value ?? '', chosen);
}

// Another conversion of the same list is no reason to ask for the list again.
const listPath = computed(() => {
  if (!isAsked()) return null;
  const { list } = state.value;
  // Conversions that no report counts have no part in its filters.
  const query = question(list.kind === 'counted');
  const given = {
    ...{ kind: list.kind, event_type: list.type, order_id: list.order, cursor: list.after },
    ...{ delivery_platform: list.platform, delivery_status: list.status },
    ...{ delivery_state: list.state, delivery_reason: list.reason },
  };
  for (const [name, value] of Object.entries(given)) if (value !== null) query.set(name, value);
  query.set('limit', '50');
  return `/conversions?${query}`;
});

/** A page of the list. The page of one conversion walks it. */
export const conversionList = watched<ListConversionsResponse>(() => listPath.value);

/** What became of the conversions of the period at each platform. */
export const deliveryAccounts = watched<DeliveriesResponse>(() =>
  isAsked() && item.value === null ? `/analytics/deliveries?${question(false)}` : null,
);

/** How many conversions count, and what they are worth. */
export const conversionTotals = watched<OverviewResponse>(() =>
  isAsked() && item.value === null ? `/analytics/overview?${question(true)}` : null,
);
