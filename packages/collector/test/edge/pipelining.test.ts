import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { HttpServer } from '../../src/edge/http-server.ts';
import { Turns } from '../../src/edge/turns.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';

const MEGABYTE = 1_048_576;

/** A server whose answers wait until the test lets them go, and that counts what is under way. */
async function listen({ heldBytes }: { heldBytes?: number } = {}) {
  let unfinished = 0;
  let begun = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const { server } = new HttpServer(
    async (request, response) => {
      begun += 1;
      unfinished += 1;
      most = Math.max(most, unfinished);
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      request.on('end', () =>
        waiting.push(() => {
          unfinished -= 1;
          response.end(`${request.url} ${body}`);
        }),
      );
    },
    { ...(heldBytes !== undefined && { heldBytes }) },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  untilFileEnds(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    begun: () => begun,
    most: () => most,
    /** Answer what waits, until so many requests were answered. */
    async answer(count: number) {
      let answered = 0;
      while (answered < count) {
        const act = waiting.shift();
        if (act === undefined) await new Promise((resolve) => setImmediate(resolve));
        else {
          act();
          answered += 1;
        }
      }
    },
  };
}

/** Turns of the loop in which bytes that were sent to the own machine arrive. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('pipelined requests', () => {
  it('reach the parser one after the other, however many one read brought', async () => {
    const { port, begun, most, answer } = await listen();
    const connection = await connectRaw(port);
    const paths = Array.from({ length: 3000 }, (_, index) => `/${index}`);
    connection.write(paths.map((path) => requestBytes('GET', path)).join(''));
    while (begun() === 0) await settle();
    await settle();
    expect(begun()).toBeLessThanOrEqual(2);
    await answer(paths.length);
    const answers = await connection.answers(paths.length);
    expect(answers.map(({ body }) => body.trim())).toEqual(paths);
    expect(most()).toBeLessThanOrEqual(3);
    connection.destroy();
  }, 60_000);

  it('with bodies between them are read in their order, wherever the network cuts them', async () => {
    const { port, most, answer } = await listen();
    const bodies = Array.from({ length: 60 }, (_, index) => `${index}:${'x\r\n\r\n'.repeat(index)}end`);
    const bytes = bodies.map((body, index) => requestBytes('POST', `/${index}`, { body })).join('');
    for (const size of [1, 7, 400, 5000]) {
      const connection = await connectRaw(port);
      void answer(bodies.length);
      for (let start = 0; start < bytes.length; start += size) {
        connection.write(bytes.slice(start, start + size));
        if (start % 97 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      const answers = await connection.answers(bodies.length);
      expect(answers.map(({ body }) => body)).toEqual(bodies.map((body, index) => `/${index} ${body}`));
      expect(most()).toBeLessThanOrEqual(3);
      connection.destroy();
    }
  }, 60_000);

  it('leave a large body of the first as quick as it was', async () => {
    const { port, answer } = await listen();
    const connection = await connectRaw(port);
    const body = 'b'.repeat(3 * MEGABYTE);
    connection.write(requestBytes('POST', '/large', { body }) + requestBytes('GET', '/next'));
    await answer(2);
    const [first, second] = await connection.answers(2);
    expect(first?.body).toBe(`/large ${body}`);
    expect(second?.body).toBe('/next ');
    connection.destroy();
  }, 60_000);

  it('are dropped with the connection that they came on', async () => {
    const { port, begun, answer } = await listen();
    const connection = await connectRaw(port);
    connection.write(requestBytes('GET', '/').repeat(500));
    while (begun() === 0) await settle();
    connection.destroy();
    await settle();
    const before = begun();
    await answer(before);
    await settle();
    // Only an answer tells one that has gone from one that sends nothing more.
    expect(begun()).toBeLessThanOrEqual(before + 1);
    await answer(begun() - before);
    await settle();
    expect(begun()).toBeLessThanOrEqual(before + 1);
  });

  it('that no connection may hold any more cost the connections that hold them, and nobody else', async () => {
    const { port, begun, answer } = await listen({ heldBytes: 16 * MEGABYTE });
    const flood = requestBytes('GET', '/flood').repeat(3000);
    const floods = await Promise.all(Array.from({ length: 400 }, () => connectRaw(port)));
    let cut = 0;
    for (const connection of floods) void connection.closed.then(() => (cut += 1));
    for (const connection of floods) connection.write(flood);
    while (cut === 0) await settle();
    const well = await connectRaw(port);
    const before = begun();
    well.write(requestBytes('GET', '/well'));
    while (begun() === before) await settle();
    void answer(begun() * 2);
    expect((await well.answer()).body).toBe('/well ');
    for (const connection of [...floods, well]) connection.destroy();
  }, 60_000);
});

describe('the requests of one client', () => {
  it('begin a few in a turn of the loop, so that those of another do not wait for all of them', () => {
    const turns = new Turns({ aTurn: 8, givesWay: false });
    const order: string[] = [];
    const ask = (client: string, name: string) => {
      const waiting = {
        goOn: () => {
          if (turns.mayBegin(client, waiting)) order.push(name);
        },
      };
      waiting.goOn();
    };
    for (let count = 0; count < 200; count += 1) ask('flood', 'flood');
    ask('visitor', 'visitor');
    expect(order.indexOf('visitor')).toBeLessThanOrEqual(8);
  });

  it('that are no events begin by two, and leave the loop to others for as long as a turn took', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] });
    let time = 0;
    const turns = new Turns({ aTurn: 2, givesWay: true, clock: () => time });
    let begun = 0;
    for (let count = 0; count < 100; count += 1) {
      const waiting = {
        goOn: () => {
          if (!turns.mayBegin('flood', waiting)) return;
          begun += 1;
          time += 10;
        },
      };
      waiting.goOn();
    }
    expect(begun).toBe(2);
    vi.advanceTimersByTime(1);
    const first = begun;
    expect(first).toBeLessThanOrEqual(4);
    vi.advanceTimersByTime(8);
    expect(begun).toBe(first);
    expect(turns.mayBegin('visitor', { goOn() {} })).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect(begun).toBe(100);
    vi.useRealTimers();
  });

  it('all begin in the end, in their order', async () => {
    const turns = new Turns({ aTurn: 8, givesWay: false });
    const order: number[] = [];
    for (let count = 0; count < 100; count += 1) {
      const waiting = {
        goOn: () => {
          if (turns.mayBegin('one', waiting)) order.push(count);
        },
      };
      waiting.goOn();
    }
    while (order.length < 100) await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(Array.from({ length: 100 }, (_, count) => count));
  });
});

describe('a connection', () => {
  it('takes a body after 100-continue, and the next request after it', async () => {
    const { port, answer } = await listen();
    const connection = await connectRaw(port);
    connection.write('POST /c HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n');
    expect((await connection.answer()).status).toBe(100);
    void answer(2);
    connection.write(`body${requestBytes('GET', '/after')}`);
    const [first, second] = await connection.answers(2);
    expect([first?.body, second?.body]).toEqual(['/c body', '/after ']);
    connection.destroy();
  });

  it('that asks for a tunnel gives nothing more to a parser that is another connection’s by then', async () => {
    const { port, answer } = await listen();
    const tunnel = await connectRaw(port);
    tunnel.write(`CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n${requestBytes('GET', '/smuggled').repeat(20)}`);
    expect((await tunnel.answer()).status).toBe(400);
    const other = await connectRaw(port);
    tunnel.write(requestBytes('GET', '/smuggled'));
    void answer(1);
    other.write(requestBytes('GET', '/mine'));
    expect((await other.answer()).body).toBe('/mine ');
    other.destroy();
  });
});
