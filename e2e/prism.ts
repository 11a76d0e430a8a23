import { spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');
const PRISM = path.join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js');

/**
 * A Prism proxy before a collector. A request or an answer that is not as the API document says makes it answer 500
 * with the violation, so that whoever asked through it fails.
 */
export async function startPrism(upstream: string, port: number) {
  const args = [
    'proxy',
    'docs/openapi.json',
    upstream,
    '--errors',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
  ];
  const child = spawn(process.execPath, [PRISM, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (said: string) => {
      if (said.includes('Prism is listening')) resolve();
    });
    child.once('close', (code) => reject(new Error(`Prism ended with ${code} before it listened.`)));
  });
  return { address: `http://127.0.0.1:${port}`, end: () => void child.kill('SIGTERM') };
}
