import type { BrowserEvent } from '@cvq/contract';
import { MAX_EVENT_TYPE_LENGTH } from '@cvq/contract/constants';
import { batchHead } from './batch-head.ts';
import { cleanEvent } from './clean-event.ts';
import { enqueue } from './delivery.ts';
import { newId } from './id.ts';
import { json } from './json.ts';
import { log } from './log.ts';
import { pageContext } from './page-context.ts';
import { safely } from './safely.ts';
import { whenStarted } from './start.ts';
import { wireProperties } from './wire-properties.ts';

/** What an event says beyond its type and properties, or otherwise than one of here and now. */
export type Details = Pick<BrowserEvent, 'timestamp' | 'conversion' | 'context'>;

/** Records an event as it happened at the moment of the call, and hands it to the delivery. */
export function capture(
  type: string,
  properties: object | undefined,
  details?: Details,
  userData?: object,
): void {
  safely(() => {
    const at = Date.now();
    const event: BrowserEvent = {
      // Made once: however often the event is sent, the collector stores it once.
      id: `evt_${newId(at)}`,
      event_type: `${type || ''}`.trim().slice(0, MAX_EVENT_TYPE_LENGTH),
      timestamp: new Date(at).toISOString(),
      properties: wireProperties({ ...properties }),
      ...details,
      context: { ...pageContext(), ...details?.context },
    };
    if (!event.event_type) return log('No name', event);
    const text = json(event);
    const secret = userData && json(userData);
    whenStarted(() => {
      const clean = cleanEvent(text);
      log(clean);
      enqueue([json(batchHead(at)), clean, secret], details?.timestamp);
    });
  });
}
