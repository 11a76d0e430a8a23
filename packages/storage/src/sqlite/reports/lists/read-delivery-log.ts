import { DeliveryLogUnreadable } from '../../../delivery-log-unreadable.ts';

/** What `ask` reads of deliveries. @throws DeliveryLogUnreadable where it cannot. */
export function readDeliveryLog<Answer>(ask: () => Answer): Answer {
  try {
    return ask();
  } catch (error) {
    throw new DeliveryLogUnreadable(error);
  }
}
