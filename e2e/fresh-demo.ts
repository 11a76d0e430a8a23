import { storeDemoProject } from '../packages/collector/dist/demo/demo-project.js';
import { openControlStore } from '../packages/storage/dist/index.js';
import { runCvq } from './run-cvq.ts';

export type Demo = { readonly project: string; readonly readKey: string; readonly serverKey: string };

/**
 * An empty demo project, to which the demo shop of a running collector reports from now on. Tests that share a
 * collector share no project.
 */
export async function freshDemo(env: NodeJS.ProcessEnv & { readonly CVQ_DATA: string }): Promise<Demo> {
  const settings = ['--domain', 'localhost', '--timezone', 'UTC', '--currency', 'EUR', '--json'];
  const made = await runCvq(env, 'project', 'create', '--name', 'Demo shop', ...settings);
  const control = openControlStore({ folder: env.CVQ_DATA, migrate: false });
  const { id, server_key } = JSON.parse(made) as { id: string; server_key: string };
  await storeDemoProject(control, id).finally(() => control.close());
  const demo = await runCvq(env, 'demo', '--days', '0', '--json');
  const { project, read_key } = JSON.parse(demo) as { project: string; read_key: string };
  return { project, readKey: read_key, serverKey: server_key };
}
