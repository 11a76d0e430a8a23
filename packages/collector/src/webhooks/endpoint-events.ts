import type { WebhookEvent } from '@cvq/contract';
import { WEBHOOK_EVENTS } from '@cvq/contract/constants';
import { BadEndpoint } from './bad-endpoint.ts';

/**
 * The event types that an endpoint is to be sent, each once.
 * @throws BadEndpoint naming the first that there is not.
 */
export function parseEndpointEvents(names: readonly string[]): WebhookEvent[] {
  if (names.length === 0)
    throw new BadEndpoint('events', `must name at least one of ${WEBHOOK_EVENTS.join(', ')}`);
  const known = names.map((name) => {
    const event = WEBHOOK_EVENTS.find((each) => each === name);
    if (event === undefined)
      throw new BadEndpoint('events', `holds "${name}", which is none of ${WEBHOOK_EVENTS.join(', ')}`);
    return event;
  });
  return [...new Set(known)];
}
