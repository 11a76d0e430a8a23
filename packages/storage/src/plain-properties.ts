import type { EventRecord } from './event-record.ts';
import { isNameOfProperty } from './property-texts.ts';

/** Longer JSON of properties is not told in full: those of many events would be more than the heap of a reader holds. */
export const MAX_PROPERTIES_JSON = 4096;

const MAX_PROPERTIES = 10;
const MAX_TEXT = 200;

type Plain = string | number | boolean;

/** The first properties of an event that are texts, numbers or truth values; texts cut. */
export function plainProperties(properties: EventRecord['properties']): Record<string, Plain> {
  const plain = Object.entries(properties).flatMap(([name, value]): [string, Plain][] => {
    if (!isNameOfProperty(name)) return [];
    if (typeof value === 'string') return [[name, value.slice(0, MAX_TEXT)]];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  // V8 keeps the whole of a text as long as a part of it: written and read again, it is a text of its own.
  return JSON.parse(JSON.stringify(Object.fromEntries(plain.slice(0, MAX_PROPERTIES))));
}
