import { signal } from '@preact/signals';

/** Set while something waits for the password to be given again; called with whether it was. */
export const passwordAsked = signal<((isGiven: boolean) => void) | null>(null);

let asked: Promise<boolean> | null = null;

/** Has the password asked for, once for all that wait for it; false where it was not given. */
export function askForPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => {
    passwordAsked.value = resolve;
  }).finally(() => {
    passwordAsked.value = asked = null;
  });
  return asked;
}
