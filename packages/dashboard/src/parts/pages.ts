import { computed } from '@preact/signals';
import { page } from '../address/location.ts';

/** A page of a project: its word in the rail, its place in the address, and the key after `g`. */
type PageName = {
  readonly place: string;
  readonly name: string;
  readonly key: string;
  /** Whether it is about no range of days, and takes no filter. */
  readonly isTimeless?: true;
};

/** The pages of a project, in the order of the rail. */
export const PAGES: readonly PageName[] = [
  { place: 'overview', name: 'Overview', key: 'o' },
  { place: 'conversions', name: 'Conversions', key: 'c' },
  { place: 'funnel', name: 'Funnel', key: 'f' },
  { place: 'spend', name: 'Spend', key: 's' },
  { place: 'events', name: 'Events', key: 'e' },
  { place: 'live', name: 'Live', key: 'l', isTimeless: true },
  { place: 'bots', name: 'Bots', key: 'b' },
  { place: 'webhooks', name: 'Webhooks', key: 'w', isTimeless: true },
  { place: 'settings', name: 'Settings', key: ',', isTimeless: true },
];

/** Pages that tell of an earlier period. */
const COMPARED: ReadonlySet<string> = new Set(['overview', 'list', 'funnel', 'spend']);

export const isCompared = computed(() => COMPARED.has(page.value));

/** Whether the open page is about no range of days. */
export const isTimeless = computed(
  () => PAGES.find(({ place }) => place === page.value)?.isTimeless === true,
);
