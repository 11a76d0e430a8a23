import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROGRAMS } from '../ingest/servers.ts';

/** An endpoint of all events, made as a person makes it. */
export async function addEndpoint(folder: string, { project, url }: { project: string; url: string }) {
  const { id } = await cvq<{ id: string }>(
    folder,
    'create',
    '--project',
    project,
    '--url',
    url,
    '--events',
    '*',
  );
  return {
    id,
    enable: (enabled: boolean) => cvq(folder, enabled ? 'enable' : 'disable', id),
  };
}

async function cvq<Printed>(folder: string, ...args: readonly string[]): Promise<Printed> {
  const [program] = PROGRAMS.collector;
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'webhook', ...args, '--json'], {
    env: { ...process.env, CVQ_DATA: folder, CVQ_ALLOW_PRIVATE_WEBHOOKS: '1' },
  });
  return JSON.parse(stdout) as Printed;
}
