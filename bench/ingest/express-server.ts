import { join } from 'node:path';
import Database from 'better-sqlite3';
import express from 'express';

/**
 * What most would write: Express, express.json, and a synchronous insert per request. As durable as the
 * collector (WAL, synchronous=FULL), so that the comparison is fair; nothing is checked or enriched.
 */
const db = new Database(join(process.env.CVQ_DATA as string, 'stock.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
db.exec(`CREATE TABLE IF NOT EXISTS events (
  id TEXT PRIMARY KEY, at INTEGER, type TEXT, session TEXT, user TEXT, url TEXT, referrer TEXT, agent TEXT, ip TEXT,
  properties TEXT)`);
const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');

type Event = {
  event_type: string;
  session_id?: string;
  user_id?: string;
  properties?: unknown;
  context?: Record<string, string>;
};
let count = 0;

function store(event: Event): string {
  count += 1;
  const id = `evt_${Date.now()}_${count}`;
  const { page_url, referrer, user_agent, ip } = event.context ?? {};
  const values = [page_url, referrer, user_agent, ip].map((value) => value ?? null);
  insert.run(
    id,
    Date.now(),
    event.event_type,
    event.session_id,
    event.user_id,
    ...values,
    JSON.stringify(event.properties),
  );
  return id;
}

const storeAll = db.transaction((events: readonly Event[]) => events.map(store));

const app = express();
app.use(express.json({ limit: '1mb', type: ['application/json', 'text/plain'] }));
app.post('/v1/track', (request, response) => {
  response.json({ success: true, event_id: store(request.body as Event) });
});
app.post(['/v1/track/batch', '/v1/events'], (request, response) => {
  response.json({ success: true, ids: storeAll((request.body as { events: Event[] }).events) });
});
app.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
