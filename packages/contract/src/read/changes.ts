import { z } from 'zod';

const change = z.number().nullable();

/** How far each of these measures is from an earlier one. */
export function changes<Name extends string>(names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, change])) as Record<Name, typeof change>;
}
