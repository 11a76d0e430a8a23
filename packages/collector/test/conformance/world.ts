import { SCOPES } from '@cvq/contract';
import type { Call } from '../client.ts';
import { startTestCollector } from '../collector.ts';

export const DAY_MS = 86_400_000;

/** A collector with two projects and keys of several kinds, for the rules of the specification. */
export async function startWorld() {
  const collector = await startTestCollector();
  const { client, clock, project, serverKey } = collector;
  const second = await collector.addProject({ domain: 'other.example', timezone: 'Asia/Kolkata' });
  const everything = await collector.addKey({ name: 'Everything', scopes: [...SCOPES], projects: [project] });
  const both = await collector.addKey({ scopes: [...SCOPES] });
  const scopeless = await collector.addKey({ scopes: [] });

  const get = (path: string, bearer: string | undefined = everything.token): Call => ({ path, bearer });
  const post = (path: string, json: unknown, bearer: string | undefined = everything.token): Call => ({
    method: 'POST',
    path,
    json,
    bearer,
  });

  /** Track a conversion that happened some days ago; its id. */
  async function addConversion(daysAgo: number, context: Record<string, string> = {}): Promise<string> {
    const timestamp = new Date(clock.now - daysAgo * DAY_MS).toISOString();
    const json = { event_type: 'purchase', timestamp, properties: { value: 10 }, context };
    const { body } = await client.send(post('/v1/track', json, serverKey));
    return (body as { event_id: string }).event_id.replace('evt_', 'conv_');
  }

  return { collector, project, second, serverKey, everything, both, scopeless, get, post, addConversion };
}
