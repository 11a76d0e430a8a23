import { BrowserEvent, CONVERSION_REMOVED, CURRENCIES, TrackedEvent } from '@cvq/contract';
import { createValidator } from './validate.ts';

/** An event type without blanks around it is kept as it is, but for the one that cannot be tracked. */
const isKept = (type: string) => type === type.trim() && type !== CONVERSION_REMOVED;

export const validateBrowserEvent = createValidator(BrowserEvent, ({ event_type }) => isKept(event_type));

export const validateTrackedEvent = createValidator(TrackedEvent, ({ event_type, properties }) => {
  const currency = properties?.currency;
  return isKept(event_type) && (!currency || CURRENCIES.has(currency));
});
