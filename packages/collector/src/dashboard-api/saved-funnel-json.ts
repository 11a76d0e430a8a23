import type { SavedFunnelJson } from '@cvq/contract';
import type { SavedFunnel } from '@cvq/storage';

/** A saved funnel as it crosses the wire. */
export function savedFunnelJson({ id, name, steps, scope, windowDays }: SavedFunnel): SavedFunnelJson {
  return { id, name, event_types: [...steps], scope, window_days: windowDays };
}
