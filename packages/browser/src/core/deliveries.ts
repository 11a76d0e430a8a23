import { createDelivery, type Delivery } from './delivery.ts';
import { writeDown } from './storage.ts';

/** One for each project that this copy of the SDK serves. */
const deliveries: Delivery[] = [];

/** Starts with what earlier pages of the project left behind, and follows the page to its end. */
export function startDelivery(project: string, endpoint: string): Delivery {
  const delivery = createDelivery(project, endpoint);
  deliveries.push(delivery);
  return delivery;
}

/** Writes what waits to the device, where it may be written. */
export function store(): void {
  writeDown();
  for (const delivery of deliveries) delivery.store();
}

/** Forgets every event. */
export function discard(): void {
  writeDown();
  for (const delivery of deliveries) delivery.discard();
}
