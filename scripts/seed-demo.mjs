import path from 'node:path';
import { root } from './root.mjs';
import { capture } from './run.mjs';

const cvq = path.join(root, 'packages', 'collector', 'bin', 'cvq.js');

/**
 * Finds the demo project that is there already, or makes it, unless somebody has deleted it. What stands in the way is told:
 * a collector has more to do than to show a demo.
 */
export async function seedDemo() {
  const told = setTimeout(
    () => process.stdout.write('Looking for the demo shop, or making one with a year of visits …\n'),
    1500,
  );
  const args = [cvq, 'demo', '--unless-deleted', '--json'];
  const { code, stdout, stderr } = await capture(process.execPath, args, { cwd: root });
  clearTimeout(told);
  if (code !== 0) {
    process.stderr.write(`The demo project could not be made:\n${(stderr || stdout).trimEnd()}\n`);
    return;
  }
  const demo = JSON.parse(stdout);
  if (demo.project === null)
    process.stdout.write('The demo project has been deleted. To make another: npm run -s cvq -- demo\n');
  // Only a hash of it is kept, so this is the one moment at which it can be shown.
  if (demo.read_key) process.stdout.write(`Read API key of the demo project, shown once: ${demo.read_key}\n`);
}
