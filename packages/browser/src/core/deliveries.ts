import { createDelivery, type Delivery } from './delivery.ts';
import { listen } from './listen.ts';
import { writeDown } from './storage.ts';

/** One for each project that this copy of the SDK serves. */
const deliveries: Delivery[] = [];

/** Starts with what earlier pages of the project left behind, and follows the page to its end. */
export function startDelivery(project: string, endpoint: string): Delivery {
  if (!deliveries.length) followPage();
  const delivery = createDelivery(project, endpoint);
  deliveries.push(delivery);
  return delivery;
}

function each(act: (delivery: Delivery) => void): void {
  deliveries.forEach(act);
}

function followPage(): void {
  listen(window, 'pagehide', () => {
    each(({ leave }) => leave());
    // Not from the start: every page is shown once, and a listener that hears of it costs a slow phone a millisecond.
    addEventListener('pageshow', resume);
  });
  listen(document, 'visibilitychange', () => document.hidden && each(({ hide }) => hide()));
  listen(window, 'online', () => each(({ retry }) => retry()));
}

function resume(): void {
  each(({ resume }) => resume());
}

/** Writes what waits to the device, where it may be written. */
export function store(): void {
  writeDown();
  each(({ store }) => store());
}

/** Forgets every event. */
export function discard(): void {
  writeDown();
  each(({ discard }) => discard());
}
