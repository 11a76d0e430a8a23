// Everything from a fresh clone to a listening collector with a demo project. `serve` prints where it listens.
import path from 'node:path';
import { root } from './root.mjs';
import { capture, main, run } from './run.mjs';
import { setUp } from './set-up.mjs';

const cvq = path.join(root, 'packages', 'collector', 'bin', 'cvq.js');

await main(async () => {
  await setUp();
  await seedDemo();
  return run(process.execPath, [cvq, 'serve', '--demo', ...process.argv.slice(2)], { cwd: root });
});

/** Finds the demo project that is there already, or makes it. */
async function seedDemo() {
  const told = setTimeout(() => process.stdout.write('Making a demo shop with a year of visits …\n'), 1500);
  const { code, stdout, stderr } = await capture(process.execPath, [cvq, 'demo', '--json'], { cwd: root });
  clearTimeout(told);
  if (code !== 0) throw new Error(`The demo project could not be made:\n${stderr || stdout}`.trimEnd());
  const demo = JSON.parse(stdout);
  // Only a hash of it is kept, so this is the one moment at which it can be shown.
  if (demo.read_key) process.stdout.write(`Read API key of the demo project, shown once: ${demo.read_key}\n`);
}
