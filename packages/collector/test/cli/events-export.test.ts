import { expect, it } from 'vitest';
import { START, startTestCollector } from '../collector.ts';
import { runInProcess } from '../run-in-process.ts';

const collector = await startTestCollector();
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

it('an export of a part of the time has what happened in it, its first instant and not its end', async () => {
  const events = [0, 10, 20, 30].map((seconds) => ({ event_type: `at_${seconds}`, timestamp: at(seconds) }));
  const sent = await collector.client.send({
    method: 'POST',
    path: '/v1/track/batch',
    bearer: collector.serverKey,
    json: { events },
  });
  expect(sent.body).toMatchObject({ accepted: 4 });
  const typesOf = async (...options: string[]) => {
    const args = ['events', 'export', '--project', collector.project, ...options];
    const { code, stdout, stderr } = await runInProcess(args, { CVQ_DATA: collector.folder });
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.split('\n').filter((line) => line !== '');
    return lines.map((line) => (JSON.parse(line) as { event_type: string }).event_type).toSorted();
  };
  expect(await typesOf()).toEqual(['at_0', 'at_10', 'at_20', 'at_30']);
  expect(await typesOf('--from', at(10), '--to', at(30))).toEqual(['at_10', 'at_20']);
  expect(await typesOf('--from', at(20))).toEqual(['at_20', 'at_30']);
  expect(await typesOf('--to', at(0))).toEqual([]);
});
