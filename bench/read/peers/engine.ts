/** An answer row by the names of its columns; numbers alone. */
export type EngineRow = Readonly<Record<string, number>>;

/** A database in this process. */
export type Engine = { run(sql: string): Promise<EngineRow[]> };

/** What a program of an engine is told, and what it answers; it measures itself, since it has the exact figures. */
export type EngineRequest = { readonly statements: readonly string[] };
export type EngineReply =
  | {
      readonly rows: readonly (readonly EngineRow[])[];
      /** Of all threads of the process, from the request to the answer. */
      readonly cpuMs: number;
      readonly wallMs: number;
      readonly residentBytes: number;
    }
  | { readonly error: string };
