import type { TrafficClassifier, TrafficSample } from '@cvq/collector/bots';
import type { Crowd } from './made-up/crowds.ts';

/** Where a crowd browses from: an address of nobody in particular, or one of the cloud that the classifier knows. */
export type Addresses = { readonly home: string; readonly cloud: string };

/** How many visitors of a crowd there are, and how many were called bots by any of their actions. */
export function botsIn(
  { actions, from = {} }: Crowd,
  {
    classify,
    addresses,
    userAgent,
  }: { classify: TrafficClassifier; addresses: Addresses; userAgent: string },
): { visitors: number; bots: number } {
  const visitors = new Set<string>();
  const bots = new Set<string>();
  for (const action of actions) {
    const sample: TrafficSample = {
      channel: 'browser',
      project: 'proj_crowd',
      userAgent,
      address: from.isCloud ? addresses.cloud : addresses.home,
      headers: { acceptLanguage: from.isBare ? null : 'de', secFetch: true, signatureAgent: null },
      action,
      isFiltered: true,
    };
    visitors.add(action.visitor);
    if (classify(sample) !== null) bots.add(action.visitor);
  }
  return { visitors: visitors.size, bots: bots.size };
}
