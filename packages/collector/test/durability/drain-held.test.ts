import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { FLAWLESS, openLedger } from './ledger.ts';
import { startLoad } from './load.ts';
import { checked, createProject, exported, serve, temporaryFolder, until } from './program.ts';
import { connectRaw, requestBytes } from './raw-connection.ts';
import { createTraffic } from './traffic.ts';
import { holdWriteLock } from './write-lock.ts';

async function openShop() {
  const folder = temporaryFolder();
  const project = await createProject(folder);
  return { folder, project, collector: await serve(folder) };
}

describe('a collector that is asked to end', () => {
  it('answers and stores under load all that it took, and nothing that it did not answer', async () => {
    const { folder, project, collector } = await openShop();
    const ledger = openLedger();
    const random = seededRandom(3);
    const next = createTraffic(project, random, 'drain');
    const load = startLoad(collector.port, { ledger, next, random });
    await load.answered(200);
    expect(await collector.terminate()).toBe(0);
    await load.stop();

    const stored = await exported(folder, project.id);
    expect(ledger.judge(stored)).toEqual(FLAWLESS);
    expect(stored).toHaveLength(ledger.counts.acknowledged);
    expect(load.answers.map(({ status }) => status).filter((status) => status > 202)).toEqual([]);
    expect(await checked(folder)).toBe('ok');
  });

  it('stores what it took however many signals come after the first', async () => {
    const { folder, project, collector } = await openShop();
    const lock = await holdWriteLock(folder);
    const waiting = await connectRaw(collector.port);
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` };
    const asking = await connectRaw(collector.port);
    asking.write(requestBytes('GET', '/healthz').slice(0, -2));
    waiting.write(requestBytes('POST', '/v1/track', { headers, body: '{"event_type":"lead"}' }));
    collector.signal('SIGINT');
    await until('the drain has begun', () => collector.log().includes('Finishing what was accepted'));
    for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) collector.signal(signal);
    // It is alive, and has taken the signals.
    asking.write('\r\n');
    expect((await asking.answer()).status).toBe(200);
    await lock.release();
    expect((await waiting.answer()).status).toBe(200);
    expect(await collector.exited).toBe(0);
    expect(await exported(folder, project.id)).toHaveLength(1);
    expect(collector.log().match(/Finishing what was accepted/g)).toHaveLength(1);
  });

  it('finishes the requests that have begun, takes no further one, and says so', async () => {
    const { folder, project, collector } = await openShop();
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${project.server_key}` };
    const event = (mark: string) =>
      requestBytes('POST', '/v1/track', {
        headers,
        body: JSON.stringify({ event_type: 'lead', properties: { mark } }),
      });
    const half = event('half');
    const readiness = requestBytes('GET', '/readyz');

    const lock = await holdWriteLock(folder);
    const waiting = await connectRaw(collector.port);
    waiting.write(event('waiting'));
    const sending = await connectRaw(collector.port);
    sending.write(half.slice(0, -10));
    const asking = await connectRaw(collector.port);
    asking.write(readiness.slice(0, -2));
    const idle = await connectRaw(collector.port);
    idle.write(requestBytes('GET', '/healthz'));
    expect((await idle.answer()).status).toBe(200);

    collector.signal('SIGTERM');
    await until('the drain has begun', () => collector.log().includes('Finishing what was accepted'));
    await idle.closed;
    await expect(connectRaw(collector.port)).rejects.toThrow('ECONNREFUSED');

    asking.write(readiness.slice(-2));
    const notReady = await asking.answer();
    expect(notReady).toMatchObject({ status: 503, headers: { connection: 'close' } });
    expect(JSON.parse(notReady.body)).toEqual({ status: 'not_ready', reason: 'draining' });

    sending.write(half.slice(-10));
    await lock.release();
    for (const connection of [waiting, sending]) {
      const answer = await connection.answer();
      expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
      expect(JSON.parse(answer.body)).toMatchObject({ success: true });
      expect(await connection.closed).toBe('');
    }
    expect(await collector.exited).toBe(0);
    const marks = (await exported(folder, project.id)).map(({ properties }) => properties.mark);
    expect(marks.toSorted()).toEqual(['half', 'waiting']);
  });
});
