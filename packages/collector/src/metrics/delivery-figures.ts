import { type Figures, openFigures } from './figures.ts';

/** How attempts of webhook deliveries ended: `retried` are tried again later, `failed` are not. */
export const ATTEMPT_RESULTS = ['acknowledged', 'retried', 'failed'] as const;

/** Attempts since the collector began, by how they ended. */
export type DeliveryFigures = Figures<(typeof ATTEMPT_RESULTS)[number]>;

/** Figures of webhook deliveries, in memory of their own or in that of another thread. */
export function openDeliveryFigures(buffer?: SharedArrayBuffer): DeliveryFigures {
  return openFigures(ATTEMPT_RESULTS, buffer);
}
