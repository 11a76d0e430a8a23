import { signal } from '@preact/signals';

export const isSheetOpen = signal(false);

/** Shows what every key does. */
export function openSheet(): void {
  isSheetOpen.value = true;
}
