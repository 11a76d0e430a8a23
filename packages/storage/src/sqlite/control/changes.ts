import type { ControlStore } from '../../control-store.ts';
import type { Connection } from '../open-database.ts';
import { watchFiles } from '../store-files/watch-files.ts';

type Method = (...given: never[]) => Promise<unknown>;

/**
 * Who listens for changes of the control store, and when they are called: at once for what this connection writes, and
 * for the writes of others whenever one of two numbers has changed that SQLite keeps.
 */
export class ControlChanges {
  readonly #file: string;
  readonly #listeners = new Set<() => void>();
  readonly #version: () => number;
  #seen: number;
  #stopWatching: (() => void) | null = null;

  constructor(db: Connection, file: string) {
    const dataVersion = db.prepare('PRAGMA data_version').pluck();
    const ownChanges = db.prepare('SELECT total_changes()').pluck();
    this.#file = file;
    // data_version tells what other connections changed, total_changes what this one did.
    this.#version = () => (dataVersion.get() as number) * 2 ** 32 + (ownChanges.get() as number);
    this.#seen = this.#version();
  }

  /** Calls who listens if anything has changed since the last look. */
  look(): void {
    const version = this.#version();
    if (version === this.#seen) return;
    this.#seen = version;
    for (const heard of this.#listeners) heard();
  }

  /** The methods of a part of the store, each followed by a look: what they change is heard before they resolve. */
  heard<Part extends { readonly [Name in keyof Part]: Method }>(part: Part): Part {
    const methods = Object.entries(part as Record<string, Method>).map(([name, method]) => [
      name,
      async (...given: never[]) => {
        const answer = await method(...given);
        this.look();
        return answer;
      },
    ]);
    return Object.fromEntries(methods) as Part;
  }

  readonly catchUp: ControlStore['catchUp'] = async () => this.look();

  /** For what is kept of the store itself, and is used after a look alone: nothing is watched. */
  onLook(heard: () => void): void {
    this.#listeners.add(heard);
  }

  readonly onChange: ControlStore['onChange'] = (heard) => {
    this.#stopWatching ??= watchFiles([`${this.#file}-wal`], () => this.#lookAside());
    // A function of its own, so that one that listens twice is called twice and stops once.
    const listener = () => heard();
    this.#listeners.add(listener);
    return { stop: () => void this.#listeners.delete(listener) };
  };

  readonly readOnChange: ControlStore['readOnChange'] = (read) => {
    let isStale = true;
    this.onChange(() => {
      isStale = true;
    });
    return async () => {
      this.look();
      if (!isStale) return;
      // Before it is read: what changes meanwhile is read by the next call.
      isStale = false;
      try {
        await read();
      } catch (error) {
        isStale = true;
        throw error;
      }
    };
  };

  /** Nobody waits for this look. What keeps it from reading meets the next request as well, whose failure is logged. */
  #lookAside(): void {
    try {
      this.look();
    } catch {
      // Thrown out of a timer, it would end the process.
    }
  }

  close(): void {
    this.#listeners.clear();
    this.#stopWatching?.();
  }
}
