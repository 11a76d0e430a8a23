import { MULTI_VALUED_DIMENSIONS, type MultiValuedDimension } from '../constants.ts';

/** Whether a session has several values of a dimension. */
export function isMultiValued(name: string): name is MultiValuedDimension {
  return MULTI_VALUED_DIMENSIONS.some((known) => known === name);
}
