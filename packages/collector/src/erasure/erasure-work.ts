import {
  type ErasedStore,
  type ErasureCounts,
  type ErasureOptions,
  type ErasureSubject,
  openErasures,
  type StoreLocation,
} from '@cvq/storage';
import type { InstallationSecret } from '../secrets/installation-secret.ts';
import { createUserDataSealer } from '../secrets/sealer.ts';
import type { NamedPerson } from './named-person.ts';
import { toErasureSubject } from './to-erasure-subject.ts';

/**
 * What was found of a person, null for nobody, and how many records of user data could not be looked into: their secret
 * is lost.
 */
export type Looked = { readonly counts: ErasureCounts | null; readonly unreadable: number };

/** Where persons are looked for and erased. */
export type ErasureWork = {
  /** What the person goes by: ids of users and of devices. */
  names(project: string, person: NamedPerson): Promise<string[]>;
  /** What would go. */
  preview(project: string, person: NamedPerson): Promise<Looked>;
  /** What has gone. @throws the reason of the signal */
  erase(project: string, person: NamedPerson, options: ErasureOptions): Promise<Looked>;
  /** Clears what changed rows have left in a file; false where somebody keeps it from that. @throws the reason of the signal */
  clear(store: ErasedStore, options: Pick<ErasureOptions, 'signal'>): Promise<boolean>;
  close(): Promise<void>;
};

export type ErasureWorkSettings = { readonly location: StoreLocation; readonly secret: InstallationSecret };

/** In this thread, on connections of its own. A preview waits for no erasure that is under way. */
export function openErasureWork(
  { location, secret }: ErasureWorkSettings,
  now: () => number = Date.now,
): ErasureWork {
  const userData = createUserDataSealer(secret);
  const erasures = openErasures(location, now);
  const previews = openErasures(location, now);
  async function look(
    person: NamedPerson,
    run: (subject: ErasureSubject) => Promise<ErasureCounts | null>,
  ): Promise<Looked> {
    let unreadable = 0;
    const subject = toErasureSubject(person, userData, () => {
      unreadable += 1;
    });
    return { counts: await run(subject), unreadable };
  }
  return {
    names: (project, person) =>
      previews.namesOf(
        project,
        toErasureSubject(person, userData, () => {}),
      ),
    preview: (project, person) => look(person, (subject) => previews.preview(project, subject)),
    erase: (project, person, options) => look(person, (subject) => erasures.erase(project, subject, options)),
    clear: (store, options) => erasures.clear(store, options),
    async close() {
      await previews.close();
      await erasures.close();
    },
  };
}
