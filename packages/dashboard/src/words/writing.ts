import { signal } from '@preact/signals';
import type { Calendar } from './dates.ts';
import type { Writing } from './numbers.ts';

/** How figures and moments of the project are written for this person. Every answer says its zone and currency. */
export const writing = signal<Writing & Calendar>({
  locale: navigator.language,
  currency: 'EUR',
  timeZone: 'UTC',
});
