import { DIMENSIONS, MULTI_VALUED_DIMENSIONS } from '@cvq/contract/constants';

const NAMES: readonly string[] = [...DIMENSIONS, ...MULTI_VALUED_DIMENSIONS];

/** Whether there is such a dimension, or it is a property that has a name. */
export const isDimension = (name: string) => NAMES.includes(name) || /^property:./s.test(name);
