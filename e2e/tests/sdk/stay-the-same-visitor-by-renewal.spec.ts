import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { CollectorProgram } from '../../sdk/collector-program.ts';
import type { Visitor } from '../../sdk/engine.ts';
import { expect, test } from '../../sdk/test.ts';

/** A site and its collector on two hosts of one domain, which browsers find on this machine without asking anybody. */
const PAGES = 'www.shop.localhost';
const EVENTS = 'events.shop.localhost';

/** How a host between page and collector treats what a page asks with cookies: as it is, or as one that forbids it. */
type Between = 'passes all on' | 'forbids cookies';

async function openShop(collector: CollectorProgram, between: Between) {
  let heard = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '/' } = request;
    if (url === '/favicon.ico') return void response.writeHead(204).end();
    if (url === '/sdk.js' || url.startsWith('/v1/')) return passOn(request, response);
    const script = `http://${EVENTS}:${port}/sdk.js`;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Shop</title><script src="${script}" data-service-api-key="${collector.project}"></script>`,
    );
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = request;
    const names = ['content-type', 'user-agent', 'accept-language', 'cookie', 'origin', 'sec-fetch-site'];
    const passed = names.flatMap((name) => {
      const value = headers[name];
      const isForbidden = between === 'forbids cookies' && name === 'origin';
      return typeof value === 'string' && !isForbidden ? [[name, value] as [string, string]] : [];
    });
    const body = method === 'POST' ? new Uint8Array(await buffer(request)) : undefined;
    const answered = await fetch(collector.address + url, { method, headers: passed, body: body ?? null });
    if (method === 'POST') heard += 1;
    const kept = [...answered.headers].filter(([name]) =>
      /^(content-type|access-control-.*|vary)$/.test(name),
    );
    response.writeHead(answered.status, [
      ...kept.flat(),
      ...answered.headers.getSetCookie().flatMap((cookie) => ['set-cookie', cookie]),
    ]);
    response.end(Buffer.from(await answered.arrayBuffer()));
  }

  return {
    address: `http://${PAGES}:${port}`,
    heard: () => heard,
    async stored() {
      const events = await collector.stored();
      return events.filter(({ context }) => `${context.page_url}`.startsWith(`http://${PAGES}:${port}/`));
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function cookieOf(visitor: Visitor, name: string): Promise<string | undefined> {
  const pairs = `${await visitor.run('return document.cookie;')}`.split('; ');
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

test('a collector on the same site renews the visitor and the click, and the script leaves them alone', async ({
  visitor,
  collector,
}) => {
  const shop = await openShop(collector, 'passes all on');
  const views = () => shop.stored().then((events) => events.length);
  await visitor.open(`${shop.address}/?gclid=Cj0_click`);
  await expect.poll(views).toBe(1);
  await expect.poll(() => cookieOf(visitor, 'cvq')).toMatch(/@shop\.localhost!?$/);
  const [first] = await shop.stored();
  await visitor.open(`${shop.address}/cups`);
  await expect.poll(views).toBe(2);
  // The mark at the end is the collector's: its answer has set the cookies.
  await expect.poll(() => cookieOf(visitor, 'cvq')).toMatch(/@shop\.localhost!$/);
  await expect.poll(() => cookieOf(visitor, 'cvq_ad')).toMatch(/Cj0_click.*@shop\.localhost!$/);
  const renewed = [await cookieOf(visitor, 'cvq'), await cookieOf(visitor, 'cvq_ad')];
  expect(decodeURIComponent(renewed[0] ?? '')).toContain(first?.visitor_id);
  await visitor.open(`${shop.address}/thanks`);
  await visitor.run(`cvq.push(['identify', 'u_1']);`);
  await expect.poll(views).toBe(4);
  await visitor.open(`${shop.address}/again`);
  await expect.poll(views).toBe(5);
  expect([await cookieOf(visitor, 'cvq'), await cookieOf(visitor, 'cvq_ad')]).toEqual(renewed);
  expect(new Set((await shop.stored()).map(({ visitor_id }) => visitor_id))).toEqual(
    new Set([first?.visitor_id]),
  );
  await shop.close();
});

test('a host that forbids cookies costs no event, and one repeated request at most', {
  tag: '@long',
}, async ({ engine, visitor, collector }) => {
  const shop = await openShop(collector, 'forbids cookies');
  const views = () => shop.stored().then((events) => events.length);
  // Browsers of Apple send cookies with the first request, the others as soon as there are some.
  const firstAsked = engine.name === 'webkit' ? 1 : 2;
  for (let page = 1; page <= 4; page++) {
    await visitor.open(`${shop.address}/${page}`);
    await expect.poll(views).toBe(page);
    // The answer to a repeated request is awaited, so that no page is left in the middle of it.
    await expect.poll(shop.heard).toBeGreaterThanOrEqual(page < firstAsked ? page : page + 1);
    await expect.poll(() => cookieOf(visitor, 'cvq')).toMatch(/@shop\.localhost$/);
  }
  expect(shop.heard()).toBeLessThanOrEqual(5);
  expect(new Set((await shop.stored()).map(({ visitor_id }) => visitor_id)).size).toBe(1);
  await shop.close();
});
