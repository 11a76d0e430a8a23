export const NOT_SET = '(not set)';

/** Where an address is. What is unknown reads `(not set)`. */
export type Place = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: string;
  readonly city: string;
};

export const NOWHERE: Place = { country: NOT_SET, region: NOT_SET, city: NOT_SET };
