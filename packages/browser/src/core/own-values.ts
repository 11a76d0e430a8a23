import { warn } from './warn.ts';

/** An object's own values in an object that is ours. One that throws when it is read is left out, and named. */
export function ownValues(data: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(Object(data))) {
    try {
      values[name] = (data as Record<string, unknown>)[name];
    } catch (error) {
      warn('lost-value', name, error);
    }
  }
  return values;
}
