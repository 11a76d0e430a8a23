/** Where the salts of the days are kept, for all collectors of an installation together. */
export type SaltStore = {
  /** The salt of a UTC day such as `2026-11-21`, or null. */
  read(day: string): Promise<Uint8Array | null>;
  /** Keep a salt for a day, unless another collector was first: then that one stays. */
  write(day: string, salt: Uint8Array): Promise<void>;
  /** Destroy the salts of all days before this one. */
  purgeBefore(day: string): Promise<void>;
};
