import { expect, it, vi } from 'vitest';
import { connectRaw } from '../client.ts';
import { temporaryFolder } from '../collector.ts';
import { serve } from '../program.ts';

vi.setConfig({ testTimeout: 120_000 });

it('the log of a collector is JSON whatever is asked of it', async () => {
  const collector = await serve({ CVQ_DATA: temporaryFolder(), CVQ_LOG_LEVEL: 'warn' });
  for (const target of ['http://cvq.example/readyz', '/readyz#part']) {
    const connection = await connectRaw(collector.port);
    connection.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const { status } = await connection.response();
    expect([target, status]).toEqual([target, 200]);
    connection.destroy();
  }
  collector.kill('SIGTERM');
  await collector.exited;
  for (const line of collector.stderr().split('\n').filter(Boolean))
    expect(() => JSON.parse(line)).not.toThrow();
});
