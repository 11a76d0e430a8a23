import type { ForwardedClick } from '../../ad-delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';

/** When a click must have led here, both ends included. Epoch milliseconds. */
type Window = { readonly from: number; readonly to: number };

/** Gathers the clicks that led to a conversion, from all that tells of them. */
export class KnownClicks {
  readonly #window: Window;
  /** By name and value, since when each is known. */
  readonly #clicks = new Map<string, Map<string, number>>();

  constructor(window: Window) {
    this.#window = window;
  }

  add({ name, value, at }: ForwardedClick): void {
    if (at < this.#window.from || at > this.#window.to) return;
    const ofName = this.#clicks.get(name) ?? new Map<string, number>();
    this.#clicks.set(name, ofName);
    ofName.set(value, Math.min(at, ofName.get(value) ?? at));
  }

  addAll(clickIds: Readonly<Record<string, string>>, at: number): void {
    for (const [name, value] of Object.entries(clickIds)) this.add({ name, value, at });
  }

  /** The click ids of an event's page, and those that the SDK kept. */
  addEvent({ at, clickIds, facts }: Pick<EventRecord, 'at' | 'clickIds' | 'facts'>): void {
    this.addAll(clickIds ?? {}, at);
    for (const [name, click] of Object.entries(facts.clicks ?? {}))
      this.add({ name, value: click.value, at: click.at ?? at });
  }

  /** Of each name the latest. */
  latest(): ForwardedClick[] {
    return [...this.#clicks].map(([name, values]) =>
      [...values]
        .map(([value, at]) => ({ name, value, at }))
        .reduce((one, other) => (isLater(other, one) ? other : one)),
    );
  }
}

/** Of two clicks of one instant it is always the same one, wherever they were read first. */
function isLater(one: ForwardedClick, other: ForwardedClick): boolean {
  return one.at === other.at ? one.value > other.value : one.at > other.at;
}
