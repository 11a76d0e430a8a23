import { signal } from '@preact/signals';

/** Set while something waits for the password to be given again; called with whether it was. */
export const passwordAsked = signal<((isGiven: boolean) => void) | null>(null);
