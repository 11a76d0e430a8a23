import type { Signal } from '@preact/signals';

type Reading = {
  readonly read: Signal<number | null>;
  readonly places: number;
  open(): void;
  /** Notes something of the place that is read, where a chart takes notes. */
  note?(): void;
};

/** Reads a chart by keys: arrows, Home and End go from place to place, Enter opens one, `a` notes something of it, Escape leaves. */
export function readByKey(event: KeyboardEvent, { read, places, open, note }: Reading): void {
  const at = read.value ?? places - 1;
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: places - 1 }[event.key];
  if (next !== undefined) read.value = Math.max(0, Math.min(places - 1, next));
  else if (event.key === 'Escape' && read.value !== null) read.value = null;
  else if (event.key === 'Enter') open();
  else if (event.key === 'a' && note && read.value !== null) note();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
