/** A page of a project: its word in the rail, its place in the address, and the key after `g`. */
type PageName = { readonly place: string; readonly name: string; readonly key: string };

/** What people look at, in the order of the rail. */
export const PAGES: readonly PageName[] = [
  { place: 'overview', name: 'Overview', key: 'o' },
  { place: 'conversions', name: 'Conversions', key: 'c' },
  { place: 'funnel', name: 'Funnel', key: 'f' },
  { place: 'spend', name: 'Spend', key: 's' },
  { place: 'events', name: 'Events', key: 'e' },
  { place: 'live', name: 'Live', key: 'l' },
  { place: 'bots', name: 'Bots', key: 'b' },
];
