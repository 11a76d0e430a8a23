// Everything from a fresh clone to a listening collector with a demo project. `serve` prints where it listens.
import path from 'node:path';
import { root } from './root.mjs';
import { main, run } from './run.mjs';
import { seedDemo } from './seed-demo.mjs';
import { setUp } from './set-up.mjs';

const cvq = path.join(root, 'packages', 'collector', 'bin', 'cvq.js');

await main(async () => {
  await setUp();
  await seedDemo();
  return run(process.execPath, [cvq, 'serve', '--demo', ...process.argv.slice(2)], { cwd: root });
});
