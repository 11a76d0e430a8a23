import { BrowserEvent, CURRENCIES, TrackedEvent } from '@cvq/contract';
import { createValidator } from './validate.ts';

/** An event type without blanks around it is kept as it is. */
const isTrimmed = (text: string) => text === text.trim();

export const validateBrowserEvent = createValidator(BrowserEvent, ({ event_type }) => isTrimmed(event_type));

export const validateTrackedEvent = createValidator(TrackedEvent, ({ event_type, properties }) => {
  const currency = properties?.currency;
  return isTrimmed(event_type) && (!currency || CURRENCIES.has(currency));
});
