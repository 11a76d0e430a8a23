import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { openReports } from '@cvq/storage';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { LiveStreams } from '../../src/dashboard-api/live/live-streams.ts';
import { ownerOf } from '../../src/dashboard-api/session/who-asks.ts';
import { hashToken } from '../../src/keys/token.ts';
import { RecentRefusals } from '../../src/refusals/recent-refusals.ts';
import { startTestCollector } from '../collector.ts';
import { addPerson, codeOf, openBrowser, PASSWORD, type TestBrowser } from './browser.ts';

const collector = await startTestCollector();
const { control, clock, project, client, serverKey, folder, port, origin } = collector;
const reports = openReports({ folder, migrate: false });
untilFileEnds(() => reports.close());

let browser: TestBrowser;
beforeAll(async () => {
  await addPerson(collector, 'ann@example.com', true);
  browser = openBrowser(collector);
  await signIn(browser);
});

const signIn = (as: TestBrowser) => as.post('/sign-in', { email: 'ann@example.com', password: PASSWORD });

const track = () =>
  client.send({ method: 'POST', path: '/v1/track', bearer: serverKey, json: { event_type: 'lead' } });

/** What a stream has been told, and whether it is over. `closes`: its connection is gone with the end. */
function fakeResponse({ closes = true, isDestroyed = false }) {
  const told: string[] = [];
  let onClose = () => {};
  const state = { told, isOver: false, status: 0, leave: () => onClose() };
  const response = {
    writableLength: 0,
    destroyed: isDestroyed,
    headersSent: false,
    writeHead(status: number) {
      state.status = status;
      response.headersSent = true;
    },
    write: (text: string) => void told.push(text),
    once(_: string, listener: () => void) {
      onClose = listener;
    },
    end(text = '') {
      told.push(text);
      state.isOver = true;
      if (closes) onClose();
    },
  };
  return { state, response: response as never };
}

const refusals = new RecentRefusals(0);

async function streamsOf(as: TestBrowser) {
  const streams = new LiveStreams({
    ...{ control, reports, refusals, now: () => clock.now, opensDemo: false, every: () => () => {} },
    log: { error: () => {} } as never,
  });
  const token = as.cookies.get('cvq') ?? '';
  const session = await control.findSession(hashToken(token), clock.now);
  const by = session && (await ownerOf(session, { control, opensDemo: false }));
  if (by === null) throw new Error('Nobody has signed in.');
  const open = async ({
    token: of = token,
    ...how
  }: {
    token?: string | undefined;
    closes?: boolean;
    isDestroyed?: boolean;
  } = {}) => {
    const { state, response } = fakeResponse(how);
    await streams.open(response, { by, token: of, project });
    return state;
  };
  return { streams, open };
}

describe('a live stream', () => {
  it('says that something was refused, which nothing stored tells of', async () => {
    const { streams, open } = await streamsOf(browser);
    const stream = await open();
    const refused = { api: 'browser', cause: 'invalid', message: 'No.', count: 1 } as const;
    refusals.note({ project, at: clock.now, ...refused });
    await streams.look();
    expect(stream.told.join('').split('event: changed')).toHaveLength(2);
    refusals.note({ project, at: clock.now, ...refused });
    await streams.look();
    expect(stream.told.join('').split('event: changed')).toHaveLength(3);
    streams.close();
  });

  it('says once at each look that something was stored, and nothing where nothing was', async () => {
    const { streams, open } = await streamsOf(browser);
    const stream = await open();
    await streams.look();
    await streams.look();
    expect(stream.told.join('')).not.toContain('changed');
    await track();
    await track();
    await streams.look();
    await streams.look();
    expect(stream.told.filter((text) => text.startsWith('event: changed'))).toHaveLength(1);
  });

  it('gives a sign of life where nothing happens', async () => {
    const { streams, open } = await streamsOf(browser);
    const stream = await open();
    for (let look = 0; look < 14; look += 1) await streams.look();
    expect(stream.told.filter((text) => text.startsWith(':'))).toHaveLength(2);
  });

  it('ends when its person signs out', async () => {
    const leaving = openBrowser(collector);
    await signIn(leaving);
    const { streams, open } = await streamsOf(leaving);
    const stream = await open();
    await streams.look();
    expect(stream.isOver).toBe(false);
    await leaving.post('/sign-out');
    await streams.look();
    expect([stream.isOver, stream.told.at(-1)]).toEqual([true, 'event: ended\ndata: {}\n\n']);
  });

  it('is told nothing after its end, also where its connection stays open', async () => {
    const leaving = openBrowser(collector);
    await signIn(leaving);
    const { streams, open } = await streamsOf(leaving);
    const stream = await open({ closes: false });
    await leaving.post('/sign-out');
    for (let look = 0; look < 14; look += 1) await streams.look();
    expect(stream.told.filter((text) => text.startsWith('event: ended'))).toHaveLength(1);
    expect(stream.told.at(-1)).toBe('event: ended\ndata: {}\n\n');
  });

  it('ends when its person is disabled, and when a session is over', async () => {
    const { id } = await addPerson(collector, 'bob@example.com', true);
    const other = openBrowser(collector);
    await other.post('/sign-in', { email: 'bob@example.com', password: PASSWORD });
    const { streams, open } = await streamsOf(other);
    const stream = await open();
    await control.changeUser(id, { disabledAt: clock.now });
    await streams.look();
    expect(stream.isOver).toBe(true);
    const mine = await streamsOf(browser);
    const long = await mine.open();
    const before = clock.now;
    clock.now += 13 * 3_600_000;
    onTestFinished(() => {
      clock.now = before;
    });
    await mine.streams.look();
    expect(long.isOver).toBe(true);
  });

  it('is one of ten that a person may have, of which an eleventh of the same session ends the oldest', async () => {
    const { streams, open } = await streamsOf(browser);
    const opened = await Promise.all(Array.from({ length: 10 }, () => open()));
    expect((await open()).status).toBe(200);
    expect(opened.map(({ isOver }) => isOver)).toEqual([true, ...Array(9).fill(false)]);
    streams.close();
    expect(opened.every(({ isOver }) => isOver)).toBe(true);
  });

  it('of another browser of the same person ends the oldest of all where there are ten', async () => {
    const second = openBrowser(collector);
    await signIn(second);
    const { streams, open } = await streamsOf(browser);
    const opened = await Promise.all(Array.from({ length: 10 }, () => open()));
    const elsewhere = await open({ token: second.cookies.get('cvq') });
    expect(elsewhere.status).toBe(200);
    expect(opened.map(({ isOver }) => isOver)).toEqual([true, ...Array(9).fill(false)]);
    streams.close();
  });

  it('that was closed before it could begin takes no place', async () => {
    const { streams, open } = await streamsOf(browser);
    const first = await open();
    for (let time = 0; time < 10; time += 1) await open({ isDestroyed: true });
    expect(first.isOver).toBe(false);
    streams.close();
  });

  it('has gone with its page: a browser that closes its side is not waited for', async () => {
    const { hostname } = new URL(origin);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
    socket.write(
      `GET /dashboard-api/v1/live?project=${project} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    await once(socket, 'data');
    const ended = once(socket.resume(), 'end');
    socket.end();
    // Nothing is stored meanwhile, and nothing written: it is the collector that closes.
    await ended;
  });

  it('comes uncompressed over HTTP, and tells of an event', async () => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Host: new URL(origin).host, Cookie: cookie, 'Accept-Encoding': 'br, gzip' };
    const path = `/dashboard-api/v1/live?project=${project}`;
    const text = await new Promise<string>((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, path, headers }, (response) => {
        expect(response.headers['content-type']).toBe('text/event-stream');
        expect(response.headers['content-encoding']).toBeUndefined();
        expect(response.headers['cache-control']).toBe('no-store, no-transform');
        let told = '';
        response.on('data', async (chunk: Buffer) => {
          told += chunk;
          if (!told.includes('changed')) return void (await track());
          request.destroy();
          resolve(told);
        });
      });
      request.on('error', reject);
    });
    expect(text).toMatch(/^retry: 5000\n\n/);
  });

  it('is for who has signed in, of projects within reach', async () => {
    expect(codeOf(await openBrowser(collector).get(`/live?project=${project}`))).toBe('unauthenticated');
    expect(codeOf(await browser.get('/live?project=proj_other'))).toBe('not_found');
    expect(codeOf(await browser.get('/live'))).toBe('invalid_request');
  });
});
