import { computed, signal } from '@preact/signals';
import { type PageState, readAddress, unreadRangeIn, writeAddress } from './address.ts';

/** Where this page is: path and query. The router says so, and this says it to everything that computes with it. */
export const url = signal(`${location.pathname}${location.search}`);

const path = computed(() => url.value.split('?')[0] ?? '/');
/** Its parts, decoded; none where it cannot be: then it is the address of nothing. */
const parts = computed(() => {
  try {
    return path.value.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return [];
  }
});

/** The project that the address names; null outside of projects. */
export const project = computed(() => {
  const [first = ''] = parts.value;
  // It becomes a part of what is asked.
  return /^proj_\w*$/.test(first) ? first : null;
});
/** Whether this is a page of a project. */
export const isInProject = computed(() => project.value !== null);
/** Where the page stands in the address: settings of an account need no project. */
const pageAt = computed(() => (isInProject.value ? 1 : 0));
/** The page of it: `overview` where the address names none. */
export const page = computed(() => parts.value[pageAt.value] ?? 'overview');
/** What the page is about, where it is about one thing: a conversion. */
export const item = computed(() => parts.value[pageAt.value + 1] ?? null);
/** Everything that can be chosen. */
export const state = computed(() => readAddress(url.value.slice(path.value.length)));

type Route = (url: string, replace?: boolean) => void;
let route: Route = () => {};

/** The router hands over how it changes the address. */
export function followRouter(changeAddress: Route): void {
  route = changeAddress;
}

/**
 * What a person chooses becomes a step that "back" undoes; what is chosen already becomes none. A list begins anew with it, unless
 * the choice is of a page of it: a page further down, and what is open or marked there, are of the list before.
 */
export function choose(change: Partial<PageState>): void {
  const now = state.value;
  const anew = { offset: 0, open: null, list: { ...now.list, mark: null, after: null } };
  const to = `${path.value}${writeAddress({ ...now, ...anew, ...change })}`;
  if (to !== url.value) route(to);
}

/** Opens another page; with `isCorrection` without a step, where the address of now says too little. */
export function openPage(address: string, isCorrection = false): void {
  route(address, isCorrection);
}

const corrected = signal<{ readonly to: string; readonly unread: string | null } | null>(null);

/** What the address said of the range and was not read, as long as nothing else was chosen since; null where there is nothing. */
export const unreadRange = computed(() =>
  corrected.value?.to === url.value ? corrected.value.unread : null,
);

/** The address is put right without a step. */
export function correctAddress(): void {
  if (!isInProject.value) return;
  // The Overview has no name in its address, and some give it one.
  const place = page.value === 'overview' ? `/${project.value}` : path.value;
  const right = `${place}${writeAddress(state.value)}`;
  if (right === url.value) return;
  corrected.value = { to: right, unread: unreadRangeIn(url.value.slice(path.value.length)) };
  route(right, true);
}

/** The address of a page of this project, with the range, the comparison and the filters of now. */
export function addressOf(to: string, of: Partial<PageState> = {}): string {
  const { range, compare, match, filters, segment, bots } = state.value;
  const kept = { ...readAddress(''), range, compare, match, filters, segment, bots, ...of };
  const place = to === 'overview' ? '' : `/${to}`;
  return project.value === null ? place || '/' : `/${project.value}${place}${writeAddress(kept)}`;
}
