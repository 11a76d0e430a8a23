import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What another process prints that runs this code with `storage`, the package, and `folder`. */
export async function runProgram(code: string, folder: string): Promise<string> {
  const program = `import('@cvq/storage').then(async (storage) => {
    const [folder] = process.argv.slice(1);
    ${code}
  })`;
  const { stdout } = await run(process.execPath, ['--eval', program, folder], {
    cwd: join(import.meta.dirname, '..'),
  });
  return stdout;
}
