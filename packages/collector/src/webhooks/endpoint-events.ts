import type { WebhookEvent } from '@cvq/contract';
import { WEBHOOK_EVENTS } from '@cvq/contract/constants';
import { Refused } from '../accounts/refused.ts';

/**
 * The event types that an endpoint receives, each once.
 * @throws Refused naming the first that does not exist
 */
export function parseEndpointEvents(names: readonly string[]): WebhookEvent[] {
  if (names.length === 0) throw badEvents('The list of events is empty.');
  const known = names.map((name) => {
    const event = WEBHOOK_EVENTS.find((each) => each === name);
    if (event === undefined) throw badEvents(`Unknown event: ${name}.`);
    return event;
  });
  return [...new Set(known)];
}

function badEvents(problem: string): Refused {
  const fix = `Use one or more of ${WEBHOOK_EVENTS.join(', ')}.`;
  return new Refused('bad_value', { field: 'events', problem, fix });
}
