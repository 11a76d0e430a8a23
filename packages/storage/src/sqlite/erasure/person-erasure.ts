import type { EventId } from '@cvq/contract';
import type { ErasureCounts, ErasureSubject } from '../../erasures.ts';
import { ChangeNotes, ChangeReader } from '../changes.ts';
import type { Connection } from '../open-database.ts';
import { ErasureTally } from './erasure-tally.ts';
import { EventErasure } from './event-erasure.ts';
import { KeyErasure } from './key-erasure.ts';
import { type ErasedMessage, MessageErasure } from './message-erasure.ts';
import { createNaming } from './naming.ts';
import { OrderErasure } from './order-erasure.ts';
import { PersonSearch, type Whom } from './person-search.ts';
import { ReplacedWords } from './replaced-words.ts';
import { SessionErasure } from './session-erasure.ts';
import { ShortTransactions } from './short-transactions.ts';
import { UserRenaming } from './user-renaming.ts';

type Asked = { readonly key: string; readonly project: number; readonly subject: ErasureSubject };
type Renamed = ReadonlyMap<number, number>;

/** So many events that came meanwhile are taken along in the last transaction. */
const FEW = 100;
/** Events that somebody goes on sending are the next person's after so many rounds. */
const MAX_ROUNDS = 5;

/** One erasure, or the preview of one: both find the same and count it alike. */
export class PersonErasure {
  readonly transactions: ShortTransactions;
  readonly #db: Connection;
  readonly #asked: Asked;
  readonly #notes: ChangeNotes;
  readonly #words: ReplacedWords;
  readonly #search: PersonSearch;
  readonly #renaming: UserRenaming;
  readonly #orders: OrderErasure;
  readonly #tally = new ErasureTally();

  constructor(db: Connection, asked: Asked) {
    this.#db = db;
    this.#asked = asked;
    this.#notes = new ChangeNotes(db);
    this.transactions = new ShortTransactions(db, this.#notes);
    this.#words = new ReplacedWords(db);
    this.#search = new PersonSearch(db, asked.project);
    this.#renaming = new UserRenaming(db, { project: asked.project, words: this.#words });
    this.#orders = new OrderErasure(db, { project: asked.project, notes: this.#notes });
  }

  /** What is to go; null where it is nobody. */
  async preview(): Promise<ErasureCounts | null> {
    const whom = this.#search.find(this.#asked.subject);
    if (!this.#isKnown(whom)) return null;
    const events = this.#eventErasure(whom, new Map());
    for (const ids of this.#idsOf(whom)) {
      for (const id of ids) this.#tally.add(events.read(id));
      await this.transactions.rest();
    }
    for (const messages of this.#messages(whom).read(this.#tally.hasName)) {
      for (const message of messages) this.#tally.addMessage(message);
      await this.transactions.rest();
    }
    return this.#tally.counts(whom);
  }

  /** What has gone; null where it is nobody. */
  async erase(): Promise<ErasureCounts | null> {
    const changes = new ChangeReader(this.#db);
    changes.next();
    const whom = this.#search.find(this.#asked.subject);
    if (!this.#isKnown(whom)) return null;
    const renamed = this.transactions.run(() => this.#renaming.begin(whom.users));
    const events = this.#eventErasure(whom, renamed);
    for (const ids of this.#idsOf(whom)) await this.#eraseEvents(ids, events);
    await this.#eraseIdentity(whom, renamed);
    await this.#eraseBeside(whom);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const missed = this.#missed(changes) ?? [...this.#idsOf(whom)].flat();
      await this.#eraseEvents(missed, events);
      if (missed.length <= FEW) break;
    }
    this.transactions.run(() => {
      for (const id of this.#missed(changes) ?? []) this.#eraseEvent(id, events);
      this.#renaming.end(renamed);
    });
    return this.#tally.counts(whom);
  }

  /** An id that other projects use stands among the texts, and may be nobody's here. */
  #isKnown(whom: Whom): boolean {
    if (whom.visitors.length > 0) return true;
    for (const ids of this.#idsOf(whom)) if (ids.length > 0) return true;
    return false;
  }

  #eventErasure({ ids }: Whom, renamed: Renamed): EventErasure {
    const { project } = this.#asked;
    return new EventErasure(this.#db, { project, ids, renamed, words: this.#words, notes: this.#notes });
  }

  #messages({ ids }: Whom): MessageErasure {
    return new MessageErasure(this.#db, { project: this.#asked.key, names: createNaming(ids) });
  }

  *#idsOf({ events }: Whom): Iterable<readonly EventId[]> {
    yield events;
    yield* this.#search.events();
  }

  async #eraseEvents(ids: readonly EventId[], events: EventErasure): Promise<void> {
    await this.transactions.each(ids, (id) => this.#eraseEvent(id, events));
    await this.transactions.rest();
  }

  #eraseEvent(id: EventId, events: EventErasure): void {
    const erased = events.read(id);
    if (erased === null || !this.#tally.add(erased)) return;
    events.write(erased);
    this.#orders.write(erased);
  }

  /** The person's events among those that have changed since the last call; null where it is not known which have. */
  #missed(changes: ChangeReader): EventId[] | null {
    const changed = changes.next()?.flatMap(({ events }) => events) ?? null;
    if (changed === null) return null;
    return changed
      .filter(([project]) => project === this.#asked.project)
      .map(([, ms, suffix]) => ({ ms, suffix }))
      .filter((id) => !this.#tally.has(id) && this.#search.isOf(id));
  }

  /** Names of the person: of sessions, of visitors, of users in what visitors were identified as. */
  async #eraseIdentity({ users, visitors }: Whom, renamed: Renamed): Promise<void> {
    const sessions = new SessionErasure(this.#db, { renamed, isErased: this.#tally.has, notes: this.#notes });
    for (const id of users.flatMap((user) => this.#renaming.sessions(user))) this.#tally.addSession(id);
    await this.transactions.each(this.#tally.sessions, ([id, events]) => {
      sessions.write(id, events);
      this.#renaming.forget();
    });
    await this.transactions.each(visitors, (visitor) => this.#renaming.renameVisitor(visitor));
    for (const [user, becomes] of renamed)
      await this.transactions.each(this.#renaming.identifications(user), (identification) =>
        this.#renaming.replace(identification, becomes),
      );
  }

  /** What lies beside events: idempotency keys, and the payloads of webhooks. */
  async #eraseBeside(whom: Whom): Promise<void> {
    const keys = new KeyErasure(this.#db, this.#asked.project);
    await this.transactions.each(keys.keys(createNaming(whom.ids)), (key) => keys.write(key));
    const messages = this.#messages(whom);
    for (const found of messages.read(this.#tally.hasName))
      await this.transactions.each(found, (message: ErasedMessage) => {
        messages.write(message);
        this.#tally.addMessage(message);
      });
  }
}
