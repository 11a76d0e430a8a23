import { SCOPES } from '@cvq/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WHOLE } from '../../../../test/builders/whole.ts';
import { startTestCollector } from '../collector.ts';
import { generatedRequests } from './generated-requests.ts';

/** `npm run test:requests` asks for more. */
const RUNS = Number(process.env.REQUEST_RUNS ?? (WHOLE ? 1000 : 100));

const collector = await startTestCollector({ settings: { CVQ_BROWSER_RATE: '0' } });
const { client, project, serverKey } = collector;
const other = await collector.addProject({ timezone: 'Asia/Kolkata', currency: 'INR' });

it(`${RUNS} generated requests meet no fault of the collector, and no answer that is not documented`, async () => {
  const { body } = await client.send({
    method: 'POST',
    path: '/v1/track',
    bearer: serverKey,
    json: { event_type: 'purchase', properties: { order_id: 'A-1', value: 12.5 } },
  });
  const { event_id } = body as { event_id: string };
  const everything = await collector.addKey({ scopes: [...SCOPES], projects: [project] });
  const two = await collector.addKey({ scopes: [...SCOPES], projects: 'all' });
  const nothing = await collector.addKey({ scopes: [] });
  const often = Array<string>(12).fill(everything.token);
  const requests = generatedRequests({
    projects: [project, project, other.project, 'proj_nonsense'],
    conversions: [event_id, event_id.replace('evt', 'conv'), 'conv_1795255200000_none'],
    credentials: [...often, two.token, serverKey, serverKey, nothing.token, project, undefined, 'nonsense'],
  });
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(requests, async (call) => {
      // A minute for each, so that quotas of a minute are met by nobody.
      collector.clock.now += 60_000;
      // The client itself says what is not documented.
      const { status } = await client.send(call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
    }),
    { numRuns: RUNS, seed: 1_795_255_200, endOnFailure: true },
  );
  expect([...statuses.keys()].toSorted()).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
  if (process.env.REQUEST_RUNS !== undefined) process.stdout.write(`${JSON.stringify([...statuses])}\n`);
}, 1_800_000);
