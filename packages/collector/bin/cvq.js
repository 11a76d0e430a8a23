#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { becomeSmallProcess } from '../dist/cli/become-small-process.js';

refuseOldNode();
// Before anything else is loaded, since it is loaded again.
const [name, action] = process.argv.slice(2);
if (name === 'serve') becomeSmallProcess(4);
// The events of a commit must not outgrow the nursery.
if (name === 'events' && action === 'import') becomeSmallProcess(16);
await import('../dist/cli/cvq.bundle.js');

/** The database driver crashes on an older Node.js without a word. */
function refuseOldNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const least = engines.node.replace('>=', '');
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [leastMajor, leastMinor] = least.split('.').map(Number);
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  process.stderr.write(
    `cvq needs Node.js ${least} or newer, and this is ${process.versions.node}. ` +
      'In the repository, "npm run -s cvq -- …" runs it with the right one.\n',
  );
  process.exit(1);
}
