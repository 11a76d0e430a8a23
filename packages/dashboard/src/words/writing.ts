import { signal } from '@preact/signals';
import type { Calendar } from './dates.ts';
import type { Writing } from './numbers.ts';

/** How figures and moments of the project are written for this person. Every answer says its zone and currency. */
export const writing = signal<Writing & Calendar>({
  // A browser may name a locale that is none, such as "C": then its own is as good a guess as there is.
  locale: isLocale(navigator.language)
    ? navigator.language
    : new Intl.NumberFormat().resolvedOptions().locale,
  currency: 'EUR',
  timeZone: 'UTC',
});

function isLocale(name: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(name).length > 0;
  } catch {
    return false;
  }
}
