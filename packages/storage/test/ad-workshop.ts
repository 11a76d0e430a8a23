import { join } from 'node:path';
import type {
  AdAttempt,
  AdClaim,
  AdDelivery,
  AdDeliveryStore,
  AdNext,
  BegunAttempt,
  EventRecord,
  Forwarding,
  ForwardingTarget,
} from '@cvq/storage';
import { openAdDeliveryStore } from '@cvq/storage';
import Database from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import { anEvent, aProject, conversion, DAY, MINUTE, NOON } from '../../../test/builders/event-records.ts';
import { folderWithStores } from '../../../test/builders/folder-with-stores.ts';
import { temporaryFolder } from '../../../test/builders/temporary-folder.ts';
import { RowArchiving } from '../src/sqlite/compaction/row-archiving.ts';
import { eventMigrations } from '../src/sqlite/migrations/events.ts';
import { openForCompacting } from '../src/sqlite/open-database.ts';
import { type EventStores, openSqliteEventStores } from './event-stores.ts';

export const HOLD = 2 * MINUTE;
export const LEASE = MINUTE;

const root = temporaryFolder();
let places = 0;
let integrations = 0;

/** A store of its own with deliveries to ad platforms, and a project that has integrations. */
export function openWorkshop(platforms: readonly ForwardingTarget['platform'][] = ['google_ads']) {
  places += 1;
  const folder = join(root, `${places}`);
  const events = openSqliteEventStores(folderWithStores(folder));
  const queue = openAdDeliveryStore({ folder, migrate: true });
  onTestFinished(async () => {
    await queue.close();
    await events.close();
  });
  return new Workshop({ folder, events, queue }, platforms);
}

type Opened = { readonly folder: string; readonly events: EventStores; readonly queue: AdDeliveryStore };

class Workshop {
  readonly folder: string;
  readonly events: EventStores;
  readonly queue: AdDeliveryStore;
  readonly project = aProject();
  readonly targets: readonly ForwardingTarget[];

  constructor({ folder, events, queue }: Opened, platforms: readonly ForwardingTarget['platform'][]) {
    this.folder = folder;
    this.events = events;
    this.queue = queue;
    this.targets = platforms.map((platform) => anIntegration(platform));
  }

  /** Another project in the same store. */
  another(): Workshop {
    const { folder, events, queue } = this;
    return new Workshop(
      { folder, events, queue },
      this.targets.map(({ platform }) => platform),
    );
  }

  /** The first integration. */
  get integration(): string {
    return (this.targets[0] as ForwardingTarget).integration;
  }

  /** The first integration, which sends purchases, as conversions of before are owed to it. */
  get target() {
    const { integration, platform } = this.targets[0] as ForwardingTarget;
    return { project: this.project, integration, platform, types: ['purchase'] } as const;
  }

  get forwarding(): Forwarding {
    return new Map([[this.project, this.targets]]);
  }

  sale(given: Partial<EventRecord> = {}): EventRecord {
    return anEvent({ project: this.project, type: 'purchase', conversion: conversion(4990), ...given });
  }

  async append(...events: EventRecord[]): Promise<void> {
    await this.events.ledger.append(events, { forwarding: this.forwarding });
  }

  claim(now: number, limit = 100, integration = this.integration): Promise<AdClaim[]> {
    return this.queue.claim([{ destination: integration, limit }], { now, until: now + LEASE });
  }

  async deliveries({ id }: Pick<EventRecord, 'id'>): Promise<readonly AdDelivery[]> {
    return (await this.queue.deliveriesOf(this.project, [id])).get(id) ?? [];
  }

  async delivery(event: Pick<EventRecord, 'id'>): Promise<AdDelivery> {
    const [delivery] = await this.deliveries(event);
    if (delivery === undefined) throw new Error('Nothing is owed of this event');
    return delivery;
  }

  /** Moves all rows into blocks, today's among them. */
  archiveAll(): void {
    const db = openForCompacting(join(this.folder, 'events.db'));
    const rest = { afterMs: -DAY, againMs: 0, passMs: Number.POSITIVE_INFINITY };
    new RowArchiving(db, { rest, clock: () => NOON + 400 * DAY }).archive(this.project);
    db.close();
    const own = `SELECT 1 FROM events JOIN projects ON projects.id = project WHERE key = '${this.project}'`;
    if (this.rows(own).length > 0) throw new Error('Not all rows were archived');
  }

  /** Takes the file back to what it was before a step of its schema. */
  takeBack(step: string, sql: string): void {
    const before = eventMigrations.findIndex(({ name }) => name === step);
    this.write(`${sql} PRAGMA user_version = ${before};`);
  }

  /** Writes into the file itself. */
  write(sql: string): void {
    const db = new Database(join(this.folder, 'events.db'));
    db.exec(sql);
    db.close();
  }

  /** Asks the file itself. */
  rows(sql: string): unknown[] {
    const db = new Database(join(this.folder, 'events.db'), { readonly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  }
}

function anIntegration(platform: ForwardingTarget['platform'], holdMs = HOLD): ForwardingTarget {
  integrations += 1;
  return { integration: `int_${integrations}`, platform, holdMs };
}

export function anAttempt(given: Partial<AdAttempt> = {}): Omit<AdAttempt, 'number'> {
  return {
    step: 'send',
    startedAt: NOON + HOLD,
    durationMs: 300,
    httpStatus: 200,
    answer: 'accepted',
    code: null,
    message: null,
    requestId: 'request-1',
    request: '{"email":"0a1b2c3d"}',
    response: '{}',
    ...given,
  };
}

export const aNext = (state: AdNext['state'], given: Partial<AdNext> = {}): AdNext => ({
  state,
  reason: null,
  dueAt: null,
  tries: 1,
  ...given,
});

export const aBeginning = (given: Partial<BegunAttempt> = {}): BegunAttempt => ({
  startedAt: NOON + HOLD,
  key: 'key',
  exclusiveKey: null,
  order: null,
  ...given,
});
