/** The installation's secret. While it is being replaced there are two, and what either sealed can be opened. */
export type InstallationSecret = {
  /** Seals. */
  readonly sealing: string;
  /** The other one of a rotation; null outside of one. */
  readonly alsoOpening: string | null;
};
