import { MULTI_VALUED_DIMENSIONS, type MultiValuedDimension, type ReportDimension } from '@cvq/contract';

/** Whether a session has several values of a dimension. */
export function isMultiValued(dimension: ReportDimension): dimension is MultiValuedDimension {
  return MULTI_VALUED_DIMENSIONS.some((known) => known === dimension);
}
