import type { DemoDay } from './demo-visits.ts';

/** About as many requests are stored by one commit: each commit waits for the disk. */
const IN_A_COMMIT = 2000;

/** Days put together, except for those from an instant on, each of which stays by itself. */
export function* inCommits(days: Iterable<DemoDay>, from: number): Generator<DemoDay> {
  let gathered: DemoDay = { requests: [], size: 0, conversions: [] };
  for (const day of days) {
    const isByItself = day.requests.some(({ receivedAt }) => receivedAt >= from);
    if (gathered.requests.length > 0 && (isByItself || gathered.requests.length >= IN_A_COMMIT)) {
      yield gathered;
      gathered = { requests: [], size: 0, conversions: [] };
    }
    if (isByItself) yield day;
    else
      gathered = {
        requests: [...gathered.requests, ...day.requests],
        size: gathered.size + day.size,
        conversions: [...gathered.conversions, ...day.conversions],
      };
  }
  if (gathered.requests.length > 0) yield gathered;
}
