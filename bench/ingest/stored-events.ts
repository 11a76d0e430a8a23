import { type EventRecord, openIngestLedger } from '@cvq/storage';
import { aClient, anEvent, aPage, aTouch, DAY, visitor } from '../../test/builders/event-records.ts';

const GROUP = 2_000;
const EVENTS_PER_SESSION = 5;
const VISITORS = 400_000;
const SPAN_MS = 90 * DAY;

const CLIENT = aClient({
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  language: 'de-DE',
  screen: '1920x1080',
  browser: 'Firefox',
  browserVersion: '145',
  os: 'Linux',
  device: 'desktop',
  country: 'DE',
});
const TOUCH = aTouch();

/** Fill a store with the past of a shop, straight through the store: ninety days that end now, in order of time. */
export async function storeEvents(folder: string, project: string, count: number): Promise<void> {
  const store = openIngestLedger({ folder, migrate: true });
  const start = Date.now() - SPAN_MS;
  for (let first = 0; first < count; first += GROUP) {
    const size = Math.min(GROUP, count - first);
    await store.append(
      Array.from({ length: size }, (_, index) => eventOf(project, first + index, { start, count })),
    );
  }
  await store.close();
}

function eventOf(project: string, number: number, span: { start: number; count: number }): EventRecord {
  const at = span.start + Math.floor((number / span.count) * SPAN_MS);
  const session = Math.floor(number / EVENTS_PER_SESSION);
  return anEvent({
    project,
    id: { ms: at, suffix: `p${number.toString(36)}` },
    sessionId: `${(span.start + session).toString(36)}.${session.toString(36)}`,
    visitor: visitor(`v${session % VISITORS}`),
    page: aPage(`/page-${number % 200}.html`),
    client: CLIENT,
    touch: TOUCH,
    properties: { variant: number % 7 },
  });
}
