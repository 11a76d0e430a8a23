import {
  type ErasedStore,
  type ErasureCounts,
  type ErasureOptions,
  openErasures,
  type StoreLocation,
} from '@cvq/storage';
import type { InstallationSecret } from '../secrets/installation-secret.ts';
import { createUserDataSealer } from '../secrets/sealer.ts';
import type { NamedPerson } from './named-person.ts';
import { toErasureSubject } from './to-erasure-subject.ts';

/** Where persons are looked for and erased. */
export type ErasureWork = {
  /** What the person goes by: ids of users and of devices. */
  names(project: string, person: NamedPerson): Promise<string[]>;
  /** What would go; null where the project knows nobody of that id. */
  preview(project: string, person: NamedPerson): Promise<ErasureCounts | null>;
  /** What has gone, null for nobody. @throws the reason of the signal */
  erase(project: string, person: NamedPerson, options: ErasureOptions): Promise<ErasureCounts | null>;
  /** Clears what changed rows have left in a file; false where somebody keeps it from that. @throws the reason of the signal */
  clear(store: ErasedStore, options: Pick<ErasureOptions, 'signal'>): Promise<boolean>;
  close(): Promise<void>;
};

export type ErasureWorkSettings = { readonly location: StoreLocation; readonly secret: InstallationSecret };

/** Hears of each record of user data that a preview cannot open, as its secret is lost. */
type Hearing = { readonly onUnreadable?: () => void };

/** In this thread, on connections of its own. A preview waits for no erasure that is under way. */
export function openErasureWork(
  { location, secret, onUnreadable }: ErasureWorkSettings & Hearing,
  now: () => number = Date.now,
): ErasureWork {
  const userData = createUserDataSealer(secret);
  const erasures = openErasures(location, now);
  const previews = openErasures(location, now);
  return {
    names: (project, person) => previews.namesOf(project, toErasureSubject(person, userData)),
    preview: (project, person) => previews.preview(project, toErasureSubject(person, userData, onUnreadable)),
    erase: (project, person, options) => erasures.erase(project, toErasureSubject(person, userData), options),
    clear: (store, options) => erasures.clear(store, options),
    async close() {
      await previews.close();
      await erasures.close();
    },
  };
}
