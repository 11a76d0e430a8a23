import { signal } from '@preact/signals';

/** Whether the box to filter is open. */
export const isFinderOpen = signal(false);

/** The filter that is changed by it; null where one is added. */
export const edited = signal<string | null>(null);

/** Opens the box to filter. `filter`: the one that is changed; null to add one. */
export function openFinder(filter: string | null = null): void {
  edited.value = filter;
  isFinderOpen.value = true;
}

/** Closes the box to filter. */
export function closeFinder(): void {
  isFinderOpen.value = false;
}
