/** Where an address is. What is unknown is null. */
export type GeoPlace = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
};

export const NOWHERE: GeoPlace = { country: null, region: null, city: null };
