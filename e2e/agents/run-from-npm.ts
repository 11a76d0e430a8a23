import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

type Ended = { readonly code: number | null; readonly output: string };

/**
 * Runs a program of npm, which is fetched where it is not there yet. `hear` is told each line that it prints; where that
 * fails, the program is ended.
 */
export function runFromNpm(
  packages: readonly string[],
  command: readonly string[],
  hear: (line: string) => Promise<void> = async () => {},
): Promise<Ended> {
  const args = ['-y', ...packages.flatMap((name) => ['-p', name]), ...command];
  // In a group of its own, since npx does not end what it started.
  const program = spawn('npx', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [program.stdout, program.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`;
        hear(line).catch((error: unknown) => {
          output += `${error}\n`;
          if (program.pid !== undefined) process.kill(-program.pid);
        });
      });
    program.on('error', reject);
    program.on('close', (code) => resolve({ code, output }));
  });
}
