/** Where the secret is looked for. */
export type SecretPlace = {
  /** What the settings say; null where they say nothing, and it is in the data folder. */
  readonly given: string | null;
  /** The one before it, as the settings say. */
  readonly previous: string | null;
  readonly dataFolder: string;
};
