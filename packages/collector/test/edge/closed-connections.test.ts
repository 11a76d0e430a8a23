import { expect, it } from 'vitest';
import { startTestCollector } from '../collector.ts';
import { connectRaw, requestBytes } from '../durability/raw-connection.ts';

const collector = await startTestCollector();
const { token } = await collector.addKey({ scopes: ['analytics:read'], projects: 'all' });

it.each([
  ['a question', 'GET', '/v1/me', ''],
  ['an agent', 'POST', '/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })],
])(
  'a connection of which its client has asked that it ends is closed after the answer to %s',
  async (_, method, path, body) => {
    const connection = await connectRaw(collector.port);
    const headers = {
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Connection: 'close',
    };
    connection.write(requestBytes(method, path, { headers, body }));
    const answer = await connection.closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
    expect(answer).not.toMatch(/keep-alive/i);
  },
);
