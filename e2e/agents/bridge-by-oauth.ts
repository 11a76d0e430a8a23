import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { NPM_PACKAGES } from './npm-packages.ts';
import type { PersonAtBrowser } from './person-at-browser.ts';

/** mcp-remote, started by a host that only starts programs, without a key: a person lets it in. */
export async function bridgeByOauth(origin: string, person: PersonAtBrowser): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cvq-mcp-remote-'));
  const transport = new StdioClientTransport({
    command: 'npx',
    args: [...['-y', NPM_PACKAGES.mcpRemote, `${origin}/mcp`, '--allow-http', '--transport', 'http-only']],
    // It opens no browser of its own: what it would open it also prints.
    env: { ...(process.env as Record<string, string>), MCP_REMOTE_CONFIG_DIR: folder, BROWSER: 'true' },
    stderr: 'pipe',
  });
  let printed = '';
  let isAsked = false;
  const decided = Promise.withResolvers<void>();
  transport.stderr?.on('data', (piece: Buffer) => {
    printed += piece;
    const [address] = new RegExp(`${origin}/oauth/authorize\\?\\S+(?=\\s)`).exec(printed) ?? [];
    if (address === undefined || isAsked) return;
    isAsked = true;
    person.decide(address, 'Let it in', 'anybody can use this name').then(decided.resolve, decided.reject);
  });
  const client = new Client({ name: 'cvq-test', version: '1.0.0' });
  try {
    await Promise.all([client.connect(transport, { timeout: 120_000 }), decided.promise]);
    const { structuredContent } = await client.callTool({ name: 'get_me', arguments: {} });
    const { data } = structuredContent as { data: { scopes: string[]; projects: object[] } };
    assert.ok(data.scopes.includes('analytics:read') && data.projects.length > 0);
  } catch (error) {
    throw new Error(`mcp-remote printed: ${printed}`, { cause: error });
  } finally {
    await client.close();
    await rm(folder, { recursive: true, force: true });
  }
}
