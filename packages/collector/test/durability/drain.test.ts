import { openControlStore } from '@cvq/storage';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { asOperator } from '../../src/accounts/actor.ts';
import { createProject } from '../../src/accounts/projects.ts';
import { connectRaw, createClient } from '../client.ts';
import { REQUEST_ID, startTestCollector, temporaryFolder } from '../collector.ts';
import { cvq, serve } from '../program.ts';

// Each test starts several programs; on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const CONNECTIONS = 8;
const ANSWERS_BEFORE_SIGNAL = 40;

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s under load', async (signal) => {
  const settings = { CVQ_DATA: temporaryFolder() };
  const control = openControlStore({ folder: settings.CVQ_DATA, migrate: true });
  afterAll(() => control.close());
  const fields = { name: 'Shop', domain: 'shop.example', timezone: 'UTC', currency: 'EUR', hosts: null };
  const { project, serverKey } = await createProject(asOperator(control, Date.now), fields);

  it('ends the collector with 0 once everything that it accepted is stored and answered', async () => {
    const collector = await serve(settings);
    const answered: string[] = [];
    let sent = 0;
    let refused = 0;

    /** Sends one event after the other until the collector takes no more. */
    async function load(): Promise<void> {
      const client = createClient(collector.port);
      for (;;) {
        sent += 1;
        const event_id = `evt_1795255200000_event${sent}`;
        const json = { event_type: 'ping', event_id };
        try {
          const answer = await client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json });
          expect(answer).toMatchObject({ status: 200, body: { success: true, event_id } });
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === undefined) throw error;
          refused += 1;
          client.close();
          return;
        }
        answered.push(event_id);
        if (answered.length === ANSWERS_BEFORE_SIGNAL) collector.kill(signal);
      }
    }

    await Promise.all(Array.from({ length: CONNECTIONS }, load));
    expect(await collector.exited).toEqual({ code: 0, signal: null });
    expect(refused).toBe(CONNECTIONS);

    const { stdout } = await cvq(['events', 'export', '--project', project.id], settings);
    const lines = stdout.trimEnd().split('\n');
    const stored = lines.map((line) => (JSON.parse(line) as { event_id: string }).event_id);
    expect(stored.toSorted()).toEqual(answered.toSorted());
    expect(JSON.parse((await cvq(['check', '--json'], settings)).stdout)).toMatchObject({ ok: true });
  });
});

describe('while the collector drains', async () => {
  const collector = await startTestCollector();
  const { port, serverKey } = collector;
  const body = JSON.stringify({ event_type: 'ping' });
  const half = body.length / 2;
  const post =
    `POST /v1/track HTTP/1.1\r\nHost: collector\r\nAuthorization: Bearer ${serverKey}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;

  it('what it has begun to read is answered, stored and closed; nothing new is let in', async () => {
    const begun = {
      track: [`${post}${body.slice(0, half)}`, body.slice(half)],
      readiness: ['GET /readyz HTTP/1.1\r\n', 'Host: collector\r\n\r\n'],
      liveness: ['GET /healthz HTTP/1.1\r\n', 'Host: collector\r\n\r\n'],
      unknown: ['GET /elsewhere HTTP/1.1\r\n', 'Host: collector\r\n\r\n'],
    } as const;
    const idle = await connectRaw(port);
    idle.write('GET /readyz HTTP/1.1\r\nHost: collector\r\n\r\n');
    expect(await idle.response()).toMatchObject({ status: 200, body: { status: 'ready' } });

    const connections = await Promise.all(
      Object.entries(begun).map(async ([name, [first, rest]]) => {
        const connection = await connectRaw(port);
        connection.write(first);
        return { name, rest, connection };
      }),
    );
    // An answer on one connection shows that what came before it on the others has been read.
    await collector.client.send({ path: '/healthz' });

    const stopped = collector.stop();
    await idle.closed;
    await expect(connectRaw(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    const answers = await Promise.all(
      connections.map(async ({ name, rest, connection }) => {
        connection.write(rest);
        const answer = await connection.response();
        await connection.closed;
        return [name, answer] as const;
      }),
    );
    for (const [, { headers }] of answers) {
      expect(headers.connection).toBe('close');
      expect(headers['x-request-id']).toMatch(REQUEST_ID);
    }
    const { track, readiness, liveness, unknown } = Object.fromEntries(answers);
    expect(track).toMatchObject({ status: 200, body: { success: true } });
    expect(readiness).toMatchObject({ status: 503, body: { status: 'not_ready', reason: 'draining' } });
    expect(liveness).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(unknown).toMatchObject({ status: 404 });
    await stopped;
    expect(await collector.stored()).toHaveLength(1);
  });
});
