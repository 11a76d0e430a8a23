import type { EventId } from '@cvq/contract';
import type { ErasureCounts, ErasureOptions, ErasureSubject } from '../../erasures.ts';
import { createNaming } from '../../naming.ts';
import { Retrieval } from '../archive/retrieval.ts';
import { ChangeNotes, ChangeReader } from '../changes.ts';
import { inOneMoment } from '../in-one-moment.ts';
import type { Connection } from '../open-database.ts';
import { AdDeliveryErasure } from './ad-delivery-erasure.ts';
import { ErasureTally } from './erasure-tally.ts';
import { EventErasure } from './event-erasure.ts';
import { KeyErasure } from './key-erasure.ts';
import { KnownWords } from './known-words.ts';
import { type ErasedMessage, MessageErasure } from './message-erasure.ts';
import { OrderErasure } from './order-erasure.ts';
import { PersonSearch, type Whom } from './person-search.ts';
import { ReplacedWords } from './replaced-words.ts';
import { SessionErasure } from './session-erasure.ts';
import { ShortTransactions } from './short-transactions.ts';
import { UserRenaming } from './user-renaming.ts';

type Asked = ErasureOptions & {
  readonly key: string;
  readonly project: number;
  readonly subject: ErasureSubject;
  readonly now: number;
};
type Renamed = ReadonlyMap<number, number>;

/** So many events that came meanwhile are taken along in the last transaction. */
const FEW = 100;
/** So many names change in one transaction. */
const MANY_NAMES = 300;
/** Events that somebody goes on sending are the next person's after so many rounds. */
const MAX_ROUNDS = 5;

/** One erasure, or the preview of one: both find the same and count it alike. */
export class PersonErasure {
  readonly transactions: ShortTransactions;
  readonly project: number;
  readonly #db: Connection;
  readonly #asked: Asked;
  readonly #notes: ChangeNotes;
  readonly #archive: Retrieval;
  readonly #words: ReplacedWords;
  readonly #search: PersonSearch;
  readonly #renaming: UserRenaming;
  readonly #adDeliveries: AdDeliveryErasure;
  readonly #orders: OrderErasure;
  readonly #tally = new ErasureTally();

  constructor(db: Connection, asked: Asked) {
    this.#db = db;
    this.#asked = asked;
    this.project = asked.project;
    this.#notes = new ChangeNotes(db);
    this.#archive = new Retrieval(db);
    this.transactions = new ShortTransactions(db, {
      notes: this.#notes,
      archive: this.#archive,
      signal: asked.signal,
    });
    this.#words = new ReplacedWords(db);
    this.#search = new PersonSearch(db, asked.project);
    this.#renaming = new UserRenaming(db, { project: asked.project, words: this.#words });
    this.#adDeliveries = new AdDeliveryErasure(db, { project: asked.project, now: asked.now });
    this.#orders = new OrderErasure(db, {
      project: asked.project,
      notes: this.#notes,
      archive: this.#archive,
      adDeliveries: this.#adDeliveries,
    });
  }

  /** What the person goes by, as far as it is known here. */
  names(): string[] {
    const { ids, visitors } = this.#find();
    const { visitorId } = new KnownWords(this.#db);
    return [...new Set([...ids, ...visitors.map(visitorId)])];
  }

  /** What is to go; null where it is nobody. */
  async preview(): Promise<ErasureCounts | null> {
    const whom = this.#find();
    if (!this.#isKnown(whom)) return null;
    for (const id of whom.sessions) this.#tally.addSession(id);
    const events = this.#eventErasure(whom, new Map());
    for (const ids of this.#idsOf(whom)) {
      const readAll = inOneMoment(this.#db, () => ids.map((id) => events.read(id)));
      for (const erased of readAll()) this.#tally.add(erased);
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
    const whom = this.#find();
    if (!this.#isKnown(whom)) return null;
    for (const id of whom.sessions) this.#tally.addSession(id);
    const renamed = this.transactions.run(() => this.#renaming.begin(whom.users));
    const events = this.#eventErasure(whom, renamed);
    for (const ids of this.#idsOf(whom)) await this.#eraseEvents(ids, events);
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      this.#search.refresh();
      const missed = this.#missed(changes) ?? [...this.#idsOf(whom)].flat();
      await this.#eraseEvents(missed, events);
      if (missed.length <= FEW) break;
    }
    const sessions = this.#sessionErasure(whom, renamed);
    await this.#eraseIdentity(whom, { renamed, sessions });
    await this.#eraseBeside(whom);
    this.transactions.run(() => {
      for (const id of this.#missed(changes) ?? []) this.#eraseLate(id, { whom, events, sessions });
      this.#renaming.end(renamed);
    });
    return this.#tally.counts(whom);
  }

  #find(): Whom {
    return inOneMoment(this.#db, () => this.#search.find(this.#asked.subject))();
  }

  /** An id that other projects use stands among the texts, and may be nobody's here. */
  #isKnown(whom: Whom): boolean {
    if (whom.visitors.length > 0) return true;
    for (const ids of this.#idsOf(whom)) if (ids.length > 0) return true;
    return false;
  }

  #eventErasure({ ids }: Whom, renamed: Renamed): EventErasure {
    const { project } = this.#asked;
    return new EventErasure(this.#db, {
      project,
      ids,
      renamed,
      words: this.#words,
      notes: this.#notes,
      adDeliveries: this.#adDeliveries,
    });
  }

  #messages({ ids }: Whom): MessageErasure {
    return new MessageErasure(this.#db, { project: this.#asked.key, ids });
  }

  *#idsOf({ events }: Whom): Iterable<readonly EventId[]> {
    yield events;
    yield* this.#search.events();
  }

  async #eraseEvents(ids: readonly EventId[], events: EventErasure): Promise<void> {
    await this.transactions.each(ids, (id) => this.#eraseEvent(id, events));
    this.#asked.hear?.({ events: this.#tally.events });
    await this.transactions.rest();
  }

  #eraseEvent(id: EventId, events: EventErasure): void {
    this.#archive.takeEvent(this.#asked.project, id);
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

  #sessionErasure({ visitors }: Whom, renamed: Renamed): SessionErasure {
    return new SessionErasure(this.#db, {
      visitors: new Set(visitors),
      renamed,
      isErased: this.#tally.has,
      notes: this.#notes,
      archive: this.#archive,
    });
  }

  /**
   * Names of the person: of sessions and visitors, and of users in what visitors were identified as. All change at one moment,
   * except for those of somebody who has very many: what comes from then on is a new person's.
   */
  async #eraseIdentity(
    { visitors }: Whom,
    { renamed, sessions }: { renamed: Renamed; sessions: SessionErasure },
  ): Promise<void> {
    const changes = [
      ...[...this.#tally.sessions].map(
        ([id, events]) =>
          () =>
            sessions.write(id, events),
      ),
      ...visitors.map((visitor) => () => this.#renaming.renameVisitor(visitor)),
    ];
    const rest = changes.splice(MANY_NAMES);
    const identified = this.transactions.run(() => {
      for (const change of changes) change();
      this.#renaming.forget();
      return [...renamed].flatMap(([user, becomes]) =>
        this.#renaming.identifications(user).map((found) => ({ found, becomes })),
      );
    });
    await this.transactions.each(rest, (change) => {
      change();
      this.#renaming.forget();
    });
    await this.transactions.each(identified, ({ found, becomes }) => this.#renaming.replace(found, becomes));
  }

  /** An event that came before its visitor and its session had other names. A later one is a new person's. */
  #eraseLate(
    id: EventId,
    { whom, events, sessions }: { whom: Whom; events: EventErasure; sessions: SessionErasure },
  ): void {
    const { session = null, visitor = null } = events.read(id)?.row ?? {};
    const erasedEvents = session === null ? undefined : this.#tally.sessions.get(session);
    if (erasedEvents === undefined && !whom.visitors.includes(visitor ?? 0)) return;
    this.#eraseEvent(id, events);
    if (session !== null) sessions.write(session, (erasedEvents ?? 0) + 1);
  }

  /** What lies beside events: idempotency keys, and the payloads of webhooks. */
  async #eraseBeside(whom: Whom): Promise<void> {
    const keys = new KeyErasure(this.#db, this.#asked.project);
    await this.transactions.each(keys.keys(createNaming(whom.ids, { asWords: true })), (key) =>
      keys.write(key),
    );
    const messages = this.#messages(whom);
    for (const found of messages.read(this.#tally.hasName))
      await this.transactions.each(found, (message: ErasedMessage) => {
        messages.write(message);
        this.#tally.addMessage(message);
      });
  }
}
