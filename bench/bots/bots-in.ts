import type { Judge, Sighting } from '@cvq/collector/bots';
import type { Crowd } from './made-up/crowds.ts';

/** Where a crowd browses from: an address of nobody in particular, or one of the cloud that the judge knows. */
export type Addresses = { readonly home: string; readonly cloud: string };

/** How many visitors of a crowd there are, and how many were called bots by any of their deeds. */
export function botsIn(
  { deeds, from = {} }: Crowd,
  { judge, addresses, userAgent }: { judge: Judge; addresses: Addresses; userAgent: string },
): { visitors: number; bots: number } {
  const visitors = new Set<string>();
  const bots = new Set<string>();
  for (const deed of deeds) {
    const sighting: Sighting = {
      channel: 'browser',
      project: 'proj_crowd',
      userAgent,
      address: from.isCloud ? addresses.cloud : addresses.home,
      headers: { acceptLanguage: from.isBare ? null : 'de', secFetch: true, signatureAgent: null },
      deed,
      isFiltered: true,
    };
    visitors.add(deed.visitor);
    if (judge(sighting) !== null) bots.add(deed.visitor);
  }
  return { visitors: visitors.size, bots: bots.size };
}
