import type { ErasedStore, ErasureProgress, PackedError } from '@cvq/storage';
import type { Looked } from './erasure-work.ts';
import type { NamedPerson } from './named-person.ts';

/** What the thread of erasures is asked: to look for a person or to erase it, to clear a file, to leave that be, and to end. */
export type ErasureAsked =
  | {
      readonly id: number;
      readonly what: 'names' | 'preview' | 'erase';
      readonly project: string;
      readonly person: NamedPerson;
    }
  | { readonly id: number; readonly what: 'clear'; readonly store: ErasedStore }
  | { readonly id: number; readonly what: 'stop' }
  | { readonly what: 'close' };

/** What it says of each. */
export type ErasureTold = { readonly id: number } & (
  | { readonly progress: ErasureProgress }
  | { readonly answer: Looked | readonly string[] | boolean }
  | { readonly failure: PackedError }
);
