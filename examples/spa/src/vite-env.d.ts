interface ImportMetaEnv {
  /** The project's public tracking key, `proj_…`. */
  readonly VITE_CVQ_KEY: string;
  /** The address of the collector. */
  readonly VITE_CVQ_ENDPOINT: string;
}
