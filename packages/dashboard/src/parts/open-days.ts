import { signal } from '@preact/signals';

/** Which days are chosen from a calendar, those shown or those they are compared with; null while none are. */
export const askedDays = signal<'range' | 'compare' | null>(null);
