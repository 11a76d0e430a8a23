import { BrowserBatch, fieldErrors } from '@cvq/contract';
import { parseLooseJson, requireFitJson } from '../body/parse-json.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { compileCheck, refusalOf } from './validation.ts';

/** A field of the head that was left out, and why. */
type Ignored = { readonly field: string; readonly error: string };

/** A batch whose head can be used as it is. */
export type ReadBatch = {
  readonly batch: BrowserBatch;
  readonly ignored: readonly Ignored[];
  /** False when an event may hold what no store could give back: each is to be looked at. */
  readonly isFit: boolean;
};

/** Without these there is nothing to store. */
const REQUIRED: ReadonlySet<PropertyKey> = new Set(['key', 'events']);
/** How deep an event lies in a batch, which counts towards the limit of nesting. */
const EVENT_DEPTH = 3;

const fits = compileCheck(BrowserBatch);

/**
 * Reads a browser's batch. What its head says besides the key is left out where it does not fit: a browser keeps what
 * it says, and a batch that is refused by it would be followed by others.
 * @throws TrackRefused when there is no JSON, no key or no list of events.
 */
export function readBrowserBatch(body: Uint8Array): ReadBatch {
  const { value, isFit } = parseLooseJson(body);
  if (isFit && fits(value)) return { batch: value as BrowserBatch, ignored: [], isFit };
  const ignored: Ignored[] = [];
  const head = isFit ? value : withoutUnfit(value, ignored);
  const batch = withoutBadFields(head, ignored);
  return { batch, ignored, isFit };
}

/** @throws TrackRefused when an event holds what no store could give back. */
export function requireFitEvent(event: unknown): void {
  requireFitJson(event, EVENT_DEPTH);
}

/** A batch without the fields of its head that no store could give back. */
function withoutUnfit(value: unknown, ignored: Ignored[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([name, field]) => {
    if (name === 'events') return true;
    try {
      requireFitJson({ [name]: field }, 1);
      return name !== '__proto__';
    } catch (error) {
      if (!(error instanceof TrackRefused) || name === 'key') throw error;
      ignored.push({ field: name, error: error.message });
      return false;
    }
  });
  return Object.fromEntries(kept);
}

/** A batch without the fields of its head that do not fit the schema; of objects only the bad entries go. */
function withoutBadFields(value: unknown, ignored: Ignored[]): BrowserBatch {
  const result = BrowserBatch.safeParse(value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  const paths = result.error.issues.map(({ path }) => path);
  if (paths.some(([name]) => name === undefined || REQUIRED.has(name))) throw refusalOf(errors);
  const batch: Record<PropertyKey, unknown> = { ...(value as object) };
  for (const [name = '', entry] of paths) batch[name] = withoutEntry(batch[name], entry);
  // A list where a text should be is also called too short: the first complaint says it.
  for (const [field, [first]] of Map.groupBy(errors, (error) => error.field)) {
    ignored.push({ field, error: `${field} ${first?.message}.` });
  }
  const mended = BrowserBatch.safeParse(batch);
  if (!mended.success) throw refusalOf(errors);
  return mended.data;
}

/** An object without one of its entries. What is no object goes whole. */
function withoutEntry(field: unknown, entry: PropertyKey | undefined): unknown {
  if (entry === undefined || typeof field !== 'object' || field === null || Array.isArray(field)) return null;
  return Object.fromEntries(Object.entries(field).filter(([name]) => name !== entry));
}

/** What a reviver is told beside the value: the text that a number was parsed from. */
type Source = { readonly source?: string };

/**
 * The events of a browser's batch, in which order ids that are numbers beyond 2^53 are texts, digit by digit as they
 * were sent: as numbers, neighbouring orders would be one. To ask the parser for sources takes several times as long,
 * so the body is parsed again only where there is such a number.
 */
export function keepOrderIds(events: readonly unknown[], body: Uint8Array): readonly unknown[] {
  if (!events.some((event) => losesDigits(orderIdOf(event)))) return events;
  // The types of the language know two parameters of a reviver only.
  const reviver = revive as (key: string, value: unknown) => unknown;
  return (JSON.parse(new TextDecoder().decode(body), reviver) as { events: unknown[] }).events;
}

function revive(key: string, value: unknown, { source }: Source): unknown {
  const isLost = key === 'order_id' && losesDigits(value);
  return isLost && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

function orderIdOf(event: unknown): unknown {
  if (typeof event !== 'object' || event === null || !('properties' in event)) return undefined;
  const { properties } = event;
  return typeof properties === 'object' && properties !== null && 'order_id' in properties
    ? properties.order_id
    : undefined;
}

function losesDigits(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
