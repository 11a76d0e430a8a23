import { signal } from '@preact/signals';

/** Whether the box to filter is open. */
export const isFinderOpen = signal(false);

/** The filter that is changed by it; null where one is added. */
export const edited = signal<string | null>(null);

export function openFinder(filter: string | null = null): void {
  edited.value = filter;
  isFinderOpen.value = true;
}

export function closeFinder(): void {
  isFinderOpen.value = false;
}
