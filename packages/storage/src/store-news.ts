/** What a store did about a trouble that stops nobody, and that an operator should know of. */
export type StoreNews =
  /** Begins: from one schema to another. */
  | { readonly kind: 'migrating'; readonly file: string; readonly found: number; readonly wanted: number }
  | { readonly kind: 'usage_set_aside'; readonly file: string; readonly as: string; readonly reason: string }
  | { readonly kind: 'usage_unusable'; readonly file: string; readonly reason: string }
  | { readonly kind: 'usage_in_memory'; readonly file: string; readonly reason: string }
  | { readonly kind: 'usage_stored'; readonly file: string }
  | { readonly kind: 'compacted'; readonly file: string; readonly days: number; readonly rows: number }
  | {
      readonly kind: 'archiving';
      readonly file: string;
      readonly rows: number;
      /** For the passes to come. */
      readonly daysLeft: number;
    }
  | { readonly kind: 'expired'; readonly file: string; readonly events: number }
  /** Whether the events have gone back cannot be told. */
  | { readonly kind: 'mark_unreadable'; readonly file: string; readonly reason: string }
  | { readonly kind: 'mark_unwritable'; readonly file: string; readonly reason: string }
  | { readonly kind: 'block_broken'; readonly file: string; readonly error: Error }
  | { readonly kind: 'day_broken'; readonly file: string; readonly error: Error }
  | { readonly kind: 'reader_died'; readonly file: string; readonly error: Error }
  | { readonly kind: 'compaction_failed'; readonly file: string; readonly error: Error };
