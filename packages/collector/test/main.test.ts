import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Config, createLog, readConfig, startCollector } from '@cvq/collector';
import { describe, expect, it } from 'vitest';
import { folderWithStores } from '../../../test/builders/folder-with-stores.ts';

/** Starts a collector that cannot be started, and tells which files of its stores somebody still has open. */
async function startIn(folder: string, given: Partial<Config>) {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', CVQ_DATA: folder, CVQ_BOT_NETWORKS: 'off' });
  const started = startCollector({ config: { ...config, ...given }, log: createLog('silent') });
  const refusal = await started.then(
    () => null,
    (error: Error) => error.message,
  );
  // Whoever closes a store as the last one takes its log away.
  return { refusal, open: readdirSync(folder).filter((file) => file.endsWith('-wal')) };
}

describe('a start that fails closes what it had opened', () => {
  it('where the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const found = await startIn(folderWithStores(), { port });
    await new Promise((resolve) => other.close(resolve));
    expect(found).toEqual({ refusal: expect.stringContaining('EADDRINUSE'), open: [] });
  });

  it('where what is to be served cannot be put together', async () => {
    const found = await startIn(folderWithStores(), { trustedProxies: ['no address'] });
    expect(found).toEqual({ refusal: expect.stringContaining('no address'), open: [] });
  });

  it('where a store is broken', async () => {
    const folder = folderWithStores();
    writeFileSync(join(folder, 'events.db'), 'no database');
    const found = await startIn(folder, {});
    expect(found).toEqual({ refusal: expect.stringContaining('events.db is broken'), open: [] });
  });
});
