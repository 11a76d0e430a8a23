import { CONVERSION_TYPES, ERASED, PAGEVIEW } from '@cvq/contract';
import { type AuditTexts, type ControlStore, createNaming, createUnnaming } from '@cvq/storage';
import { erasedFilter } from './erased-filter.ts';

type TextStore = Pick<
  ControlStore,
  | 'listSegments'
  | 'changeSegment'
  | 'listFunnels'
  | 'changeFunnel'
  | 'removeFunnel'
  | 'listAnnotations'
  | 'changeAnnotation'
  | 'listBotRules'
  | 'removeBotRule'
  | 'listAuditTexts'
  | 'changeAuditTexts'
>;
type Change = () => Promise<unknown>;

/** A shorter id stands in many texts that are about somebody else: `7`, `ann`. */
const SHORTEST = 5;
/** A funnel of fewer steps asks nothing. */
const FEWEST_STEPS = 2;
/** Reports know them by name: an id that is the same word names nobody. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([PAGEVIEW, ...CONVERSION_TYPES]);
/** Entries of the audit log that name who works here. */
const ABOUT_MEMBERS: ReadonlySet<string> = new Set([
  ...['invite', 'withdraw_invitation', 'redeem_invitation'],
  ...['add_member', 'change_role', 'remove_member'],
]);

/** What a team wrote of a project that names somebody: segments, saved funnels, annotations, bot rules, and the audit log. */
export class TeamTexts {
  readonly #control: TextStore;
  readonly #project: string;
  readonly #isNamed: (text: string) => boolean;
  readonly #without: (text: string) => string;

  /** `ids`: what the person goes by. */
  constructor(control: TextStore, { project, ids }: { project: string; ids: readonly string[] }) {
    const long = ids.filter((id) => id.length >= SHORTEST && !KNOWN_TYPES.has(id));
    this.#control = control;
    this.#project = project;
    this.#isNamed = createNaming(long, { asWords: true });
    this.#without = createUnnaming(long);
  }

  /** How many texts `erase` would change. */
  async count(): Promise<number> {
    let texts = 0;
    for await (const _ of this.#changes()) texts += 1;
    return texts;
  }

  /** Takes the person out of all of them, and tells how many these were. */
  async erase(): Promise<number> {
    let texts = 0;
    for await (const change of this.#changes()) {
      await change();
      texts += 1;
    }
    return texts;
  }

  async *#changes(): AsyncIterable<Change> {
    yield* this.#segments();
    yield* this.#funnels();
    yield* this.#annotations();
    yield* this.#botRules();
    yield* this.#auditLog();
  }

  /** The value of a condition reads as the events that it is about. */
  async *#segments(): AsyncIterable<Change> {
    const project = this.#project;
    const all = await this.#control.listSegments(project);
    const taken = new Set(all.map(({ name }) => name));
    for (const { id, name, filters } of all) {
      const next = filters.map((filter) => erasedFilter(filter, this.#isNamed));
      if (!this.#isNamed(name) && isEqual(next, filters)) continue;
      yield () =>
        this.#control.changeSegment({ id, project, name: this.#nameOf(name, taken), filters: next });
    }
  }

  async *#funnels(): AsyncIterable<Change> {
    const project = this.#project;
    const all = await this.#control.listFunnels(project);
    const taken = new Set(all.map(({ name }) => name));
    for (const { id, name, steps } of all) {
      const next = [...new Set(steps.map((type) => (this.#isNamed(type) ? ERASED : type)))];
      if (!this.#isNamed(name) && isEqual(next, steps)) continue;
      yield () =>
        next.length < FEWEST_STEPS
          ? this.#control.removeFunnel(project, id)
          : this.#control.changeFunnel({ id, project, name: this.#nameOf(name, taken), steps: next });
    }
  }

  async *#annotations(): AsyncIterable<Change> {
    const project = this.#project;
    for (const { id, day, text } of await this.#control.listAnnotations(project))
      if (this.#isNamed(text))
        yield () => this.#control.changeAnnotation({ id, project, day, text: this.#without(text) });
  }

  /** A rule for browsers that tell the id meets none that is somebody else's. */
  async *#botRules(): AsyncIterable<Change> {
    for (const rule of await this.#control.listBotRules(this.#project))
      if (this.#isNamed(rule.value)) yield () => this.#control.removeBotRule(this.#project, rule);
  }

  async *#auditLog(): AsyncIterable<Change> {
    let after = 0;
    for (;;) {
      const entries = await this.#control.listAuditTexts(this.#project, after);
      for (const entry of entries) {
        if (ABOUT_MEMBERS.has(entry.action)) continue;
        const next = this.#unnamed(entry) as AuditTexts;
        if (!isEqual(next, entry)) yield () => this.#control.changeAuditTexts(next);
      }
      const last = entries.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  /** No two of a project have the same. */
  #nameOf(name: string, taken: Set<string>): string {
    if (!this.#isNamed(name)) return name;
    const found = this.#without(name);
    let free = found;
    for (let next = 2; taken.has(free); next += 1) free = `${found} ${next}`;
    taken.add(free);
    return free;
  }

  #unnamed(value: unknown): unknown {
    if (typeof value === 'string') return this.#without(value);
    if (Array.isArray(value)) return value.map((each) => this.#unnamed(each));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [this.#without(name), this.#unnamed(field)]),
    );
  }
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
