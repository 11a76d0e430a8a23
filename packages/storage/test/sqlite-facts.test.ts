import { type EventFacts, NO_FACTS } from '@cvq/storage';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { anEvent } from '../../../test/builders/event-records.ts';
import { eventStoresOfFile } from './event-stores.ts';

const { file, store } = eventStoresOfFile();

const CLICK = 'g'.repeat(100);
const facts: EventFacts = {
  sdk: '1.2.3',
  consent: { ad_storage: 'granted', ad_user_data: 'denied' },
  gpc: true,
  clicks: { gclid: { value: CLICK, at: Date.UTC(2026, 10, 1) } },
};

async function readBack(project: string) {
  const { events } = await store.log.events(project, null, 10);
  return events.map(({ event }) => ({ facts: event.facts, extras: event.extras }));
}

/** What an older version kept of the facts: in `extras`, as they were sent. */
function writeAsBefore(project: string, extras: object): void {
  const db = new Database(file);
  db.prepare(`
    UPDATE events SET extras = ?, sdk = NULL, consent = NULL, gpc = NULL, clicks = NULL
    WHERE project = (SELECT id FROM projects WHERE key = ?)`).run(JSON.stringify(extras), project);
  db.close();
}

describe('what a sender says beside what happened', () => {
  it('is kept in columns of its own, and leaves nothing among the extras', async () => {
    await store.ledger.append([anEvent({ project: 'typed', facts })]);
    expect(await readBack('typed')).toEqual([{ facts, extras: {} }]);
    const db = new Database(file, { readonly: true });
    expect(
      db.prepare('SELECT extras, typeof(sdk) AS sdk, typeof(consent) AS consent FROM events').all(),
    ).toEqual([{ extras: null, sdk: 'integer', consent: 'integer' }]);
    db.close();
  });

  it('is read of rows in which a browser left it among the extras', async () => {
    await store.ledger.append([anEvent({ project: 'old' })]);
    writeAsBefore('old', {
      sdk: '1.2.3',
      consent: { ad_storage: 'granted', ad_user_data: 'Denied', marketing: true },
      gpc: true,
      click_ids: { gclid: { value: CLICK, at: '2026-11-01T00:00:00.000Z' } },
      signals: ['screen'],
    });
    expect(await readBack('old')).toEqual([{ facts, extras: { signals: ['screen'] } }]);
  });

  it('is the consent alone of a backend, whose further context may have the same names', async () => {
    await store.ledger.append([anEvent({ project: 'backend', origin: 'server' })]);
    writeAsBefore('backend', { sdk: 'their own', consent: { ad_storage: 'denied' }, gpc: 'x' });
    expect(await readBack('backend')).toEqual([
      { facts: { ...NO_FACTS, consent: { ad_storage: 'denied' } }, extras: { sdk: 'their own', gpc: 'x' } },
    ]);
  });
});
