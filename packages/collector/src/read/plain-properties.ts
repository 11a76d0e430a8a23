import type { EventRecord } from '@cvq/storage';

const MAX_PROPERTIES = 10;
const MAX_TEXT = 200;

type Plain = string | number | boolean;

/** The first properties of an event that are texts, numbers or truth values; texts cut. */
export function plainProperties(properties: EventRecord['properties']): Record<string, Plain> {
  const plain = Object.entries(properties).flatMap(([name, value]): [string, Plain][] => {
    if (typeof value === 'string') return [[name, value.slice(0, MAX_TEXT)]];
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [];
  });
  return Object.fromEntries(plain.slice(0, MAX_PROPERTIES));
}
