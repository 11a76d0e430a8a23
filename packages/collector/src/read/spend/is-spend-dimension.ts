import { SPEND_DIMENSIONS, type SpendDimension } from '@cvq/contract';

/** Whether spend can be told of a dimension. */
export function isSpendDimension(dimension: string): dimension is SpendDimension {
  return SPEND_DIMENSIONS.some((known) => known === dimension);
}
