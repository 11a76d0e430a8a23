import { WHOLE } from '../../../test/builders/whole.ts';

/** How many histories a property of plain stores is tried with, or its share of them: many more by `npm run test:rules`. */
export const HISTORIES = Number(process.env.TEST_HISTORIES ?? (WHOLE ? 150 : 15));

/** How often a property is tried for which `enough` is enough, however many histories there are: fewer where they are fewer. */
export const tries = (enough: number): number => Math.ceil(enough * Math.min(1, HISTORIES / 150));
