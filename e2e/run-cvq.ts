import { runInProcess } from '../packages/collector/test/run-in-process.ts';

/** What a command of `cvq` prints. It runs in this process: tests ask for what is stored again and again. */
export async function runCvq(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runInProcess(args, env);
  if (code !== 0) throw new Error(`cvq ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}
