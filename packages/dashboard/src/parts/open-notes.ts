import { signal } from '@preact/signals';

/** The day whose annotations are written; null while they are not open. */
export const notedDay = signal<string | null>(null);
