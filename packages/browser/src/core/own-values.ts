import { warn } from './warn.ts';

/** Reads something of the page's. What throws is named, and left out. */
function read(name: string, task: () => void): void {
  try {
    task();
  } catch (error) {
    warn('lost-value', name, error);
  }
}

/**
 * An object's own values in an object that is ours. One that throws when it is read is left out, and named; so is all of an
 * object that does not tell its names, such as a draft that its library has ended.
 */
export function ownValues(data: unknown): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  read('', () => {
    for (const name of Object.keys(Object(data)))
      read(name, () => {
        values[name] = (data as Record<string, unknown>)[name];
      });
  });
  return values;
}
