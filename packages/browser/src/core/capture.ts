import type { BrowserEvent } from '@cvq/contract';
import { MAX_EVENT_TYPE_LENGTH } from '@cvq/contract/constants';
import { allowsUserData } from './allowed.ts';
import { batchHead } from './batch-head.ts';
import type { Captured } from './captured.ts';
import { cleanEvent } from './clean-event.ts';
import { documentValue } from './document-value.ts';
import { newId } from './id.ts';
import { json } from './json.ts';
import { log } from './log.ts';
import { now } from './now.ts';
import { pageContext } from './page-context.ts';
import { pageWide } from './page-wide.ts';
import { safely } from './safely.ts';
import { whenStarted } from './start.ts';
import { warn } from './warn.ts';
import { wireProperties } from './wire-properties.ts';

/** A project that joins late is told of at most so many events of the view that is shown. */
const MAX_REMEMBERED = 100;

/** The time in the JSON of an event. In a text its quotes would be escaped. */
const TIMESTAMP = /"timestamp":"[^"]*"/;

/** What an event says beyond its type and properties, or otherwise than one of here and now. */
export type Details = Pick<BrowserEvent, 'timestamp' | 'conversion' | 'context'> &
  Pick<Captured, 'isAutomatic'>;

/** Records an event as it happened at the moment of the call, and hands it to every project of the page. */
export function capture(
  type: string,
  properties: object | undefined,
  { isAutomatic, ...details }: Details = {},
  userData?: object,
): void {
  safely(() => {
    const at = now();
    const name = safely(() => `${type || ''}`.trim().slice(0, MAX_EVENT_TYPE_LENGTH));
    if (!name) return warn('no-name');
    const text = json({
      // Made once: however often the event is sent, the collector stores it once. It takes no time of fewer digits, as a
      // clock tells that has lost the date.
      id: `evt_${newId(at, 13)}`,
      event_type: name,
      timestamp: new Date(at).toISOString(),
      ...details,
      // Before the properties, which may be more than is written.
      context: { ...pageContext(), ...details.context },
      properties: wireProperties(properties),
    } satisfies BrowserEvent);
    const secret = userData && json(userData);
    const isAhead = documentValue('prerendering');
    whenStarted(() => {
      // A page that is made ahead is not there before it is activated, perhaps minutes later: until then nobody saw anything.
      const timed = isAhead ? text.replace(TIMESTAMP, `"timestamp":"${new Date().toISOString()}"`) : text;
      const event = cleanEvent(timed);
      log(event);
      // What was said before a denial was known is not sent after a later grant.
      hand({ head: json(batchHead(at)), event, userData: allowsUserData ? secret : undefined, isAutomatic });
    });
  });
}

function hand(captured: Captured): void {
  const page = pageWide();
  if (page.captured.length < MAX_REMEMBERED) page.captured.push(captured);
  for (const take of Object.values(page.takers)) safely(() => take(captured));
}
