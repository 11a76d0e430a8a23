import type { ForwardedClick, SaidInVisit } from '../../ad-delivery-store.ts';
import type { EventRecord } from '../../event-record.ts';

/** When a click must have led here, both ends included. Epoch milliseconds. */
type Window = { readonly from: number; readonly to: number };
/** Since when a click is known, and what was said in other visits that it led to. */
type Known = { at: number; readonly said: SaidInVisit[] };

/** Gathers the clicks that led to a conversion, from all that tells of them. */
export class KnownClicks {
  readonly #window: Window;
  /** By name and value. */
  readonly #clicks = new Map<string, Map<string, Known>>();

  constructor(window: Window) {
    this.#window = window;
  }

  add({ name, value, at }: Pick<ForwardedClick, 'name' | 'value' | 'at'>, said?: SaidInVisit): void {
    if (at < this.#window.from || at > this.#window.to) return;
    const ofName = this.#clicks.get(name) ?? new Map<string, Known>();
    this.#clicks.set(name, ofName);
    const known = ofName.get(value) ?? { at, said: [] };
    ofName.set(value, known);
    known.at = Math.min(at, known.at);
    if (said !== undefined) known.said.push(said);
  }

  addAll(clickIds: Readonly<Record<string, string>>, at: number, said?: SaidInVisit): void {
    for (const [name, value] of Object.entries(clickIds)) this.add({ name, value, at }, said);
  }

  /** The click ids of an event's page, and those that the SDK kept. */
  addEvent({ at, clickIds, facts }: Pick<EventRecord, 'at' | 'clickIds' | 'facts'>): void {
    this.addAll(clickIds ?? {}, at);
    for (const [name, click] of Object.entries(facts.clicks ?? {}))
      this.add({ name, value: click.value, at: click.at ?? at });
  }

  /** Of each name the latest, of each kind of visits that it came from. */
  latest(): ForwardedClick[] {
    return [...this.#clicks].flatMap(([name, values]) => {
      const clicks = [...values].map(([value, { at, said }]) => ({
        name,
        value,
        at,
        ...(said.length > 0 && { visits: distinct(said) }),
      }));
      return [...Map.groupBy(clicks, ({ visits }) => JSON.stringify(visits)).values()].map((alike) =>
        alike.reduce((one, other) => (isLater(other, one) ? other : one)),
      );
    });
  }
}

/** Each once, in one order, so that visits alike are told apart by nothing. */
function distinct(said: readonly SaidInVisit[]): SaidInVisit[] {
  const byText = new Map(said.map((one) => [JSON.stringify(one), one]));
  return [...byText].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

/** Of two clicks of one instant it is always the same one, wherever they were read first. */
function isLater(one: ForwardedClick, other: ForwardedClick): boolean {
  return one.at === other.at ? one.value > other.value : one.at > other.at;
}
