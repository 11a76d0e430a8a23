import type { Naming } from '../../naming.ts';
import type { Connection } from '../open-database.ts';

/** Forgets the idempotency keys that name a person. The others end within a day, and keep a repeat from being a new event. */
export class KeyErasure {
  readonly #project: number;
  readonly #keys;
  readonly #forget;

  constructor(db: Connection, project: number) {
    this.#project = project;
    this.#keys = db.prepare('SELECT key FROM idempotency_keys WHERE project = ?').pluck();
    this.#forget = db.prepare('DELETE FROM idempotency_keys WHERE project = ? AND key = ?');
  }

  keys(names: Naming): string[] {
    return (this.#keys.all(this.#project) as string[]).filter(names);
  }

  write(key: string): void {
    this.#forget.run(this.#project, key);
  }
}
