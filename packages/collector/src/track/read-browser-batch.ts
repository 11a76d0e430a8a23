import { BrowserBatch, fieldErrors } from '@cvq/contract';
import { consentIn, readConsentIn } from '@cvq/storage';
import { parseLooseJson, requireFitJson } from '../body/json-body.ts';
import { TrackRefused } from '../errors/track-refused.ts';
import { EVENT_CHECKS } from './event-checks.ts';
import { refusalOf } from './validation.ts';

/** A field of the head that was left out, and why. */
type Ignored = { readonly field: string; readonly error: string };

/** A batch whose head can be used as it is. */
type ReadBatch = {
  readonly batch: BrowserBatch;
  readonly ignored: readonly Ignored[];
  /** False when an event may hold what no store could give back: each is to be looked at. */
  readonly isFit: boolean;
};

/** Without these there is nothing to store. */
const REQUIRED: ReadonlySet<PropertyKey> = new Set(['key', 'events']);

/**
 * Reads a browser's batch. What its head says besides the key is left out where it does not fit: a browser keeps what
 * it says, and a batch that is refused by it would be followed by others.
 * @throws TrackRefused when there is no JSON, no key or no list of events.
 */
export function readBrowserBatch(body: Uint8Array): ReadBatch {
  const { value, isFit } = parseLooseJson(body);
  if (isFit && EVENT_CHECKS.browserBatch(value)) {
    const batch = value as BrowserBatch;
    return { batch, ignored: unclearAnswers(batch), isFit };
  }
  const ignored: Ignored[] = [];
  const head = isFit ? value : withoutUnfit(value, ignored);
  const batch = withoutBadFields(head, ignored);
  return { batch, ignored: [...ignored, ...unclearAnswers(batch)], isFit };
}

/** What of consent is not as it should be. It is not left out: it may be a denial. */
function unclearAnswers({ consent }: BrowserBatch): Ignored[] {
  return readConsentIn(consent).unclear.map(({ field, countsAs }) => ({
    field,
    error: `${field} is not as it should be. It counts as ${countsAs}.`,
  }));
}

/** A batch without the fields of its head that no store could give back. */
function withoutUnfit(value: unknown, ignored: Ignored[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value).flatMap(([name, field]): [string, unknown][] => {
    if (name === 'events') return [[name, field]];
    try {
      requireFitJson({ [name]: field }, 1);
      return name === '__proto__' ? [] : [[name, field]];
    } catch (error) {
      if (!(error instanceof TrackRefused) || name === 'key') throw error;
      ignored.push({ field: name, error: error.message });
      const reading = READINGS.get(name)?.(field);
      return reading === undefined ? [] : [[name, reading]];
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
  for (const [name = '', bad] of Map.groupBy(paths, ([field]) => field)) {
    const entries = new Set(bad.map(([, entry]) => entry));
    batch[name] = READINGS.get(name)?.(batch[name]) ?? withoutEntries(batch[name], entries);
  }
  // A list where a text should be is also called too short: the first complaint says it.
  for (const [field, [first]] of Map.groupBy(errors, (error) => error.field)) {
    ignored.push({ field, error: `${field} ${first?.message}.` });
  }
  const mended = BrowserBatch.safeParse(batch);
  if (!mended.success) throw refusalOf(errors);
  return mended.data;
}

/** What plainly means that there is no Global Privacy Control. */
const SAYS_NO: ReadonlySet<unknown> = new Set([0, '0', '', 'false']);

/** What a visitor says of privacy is not left out where it does not fit: what it does not plainly allow is denied. */
const READINGS = new Map<PropertyKey, (field: unknown) => unknown>([
  ['consent', (field) => consentIn(typeof field === 'object' ? 'denied' : field)],
  ['gpc', (field) => !SAYS_NO.has(field)],
]);

/** An object without its bad entries. What is no object, or is bad itself, goes whole. */
function withoutEntries(field: unknown, bad: ReadonlySet<PropertyKey | undefined>): unknown {
  if (bad.has(undefined) || typeof field !== 'object' || field === null || Array.isArray(field)) return null;
  return Object.fromEntries(Object.entries(field).filter(([name]) => !bad.has(name)));
}
