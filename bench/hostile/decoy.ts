import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const OWN_FILE = fileURLToPath(import.meta.url);
const ANSWER = '{"accepted":1,"duplicates":0,"rejected":[]}';

/** A process that takes every request and does nothing with it. */
export type Decoy = { readonly port: number; stop(): Promise<void> };

export function startDecoy(): Promise<Decoy> {
  const child = fork(OWN_FILE, ['serve']);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('message', (port) => {
      resolve({
        port: Number(port),
        stop: () =>
          new Promise((ended) => {
            child.once('exit', () => ended());
            child.kill('SIGKILL');
          }),
      });
    });
  });
}

if (process.argv[1] === OWN_FILE && process.argv[2] === 'serve') {
  process.on('disconnect', () => process.exit());
  const server = createServer((request, response) => {
    request.resume().on('error', () => {});
    request.on('end', () => response.writeHead(202, { 'Content-Type': 'application/json' }).end(ANSWER));
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
