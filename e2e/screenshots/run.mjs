// Pictures of every page of the dashboard, in both schemes and both widths: `npm run screenshots [-- NAME …]`. The moment, the
// demo's history, the zone, the font, the port and the project's id are always the same, so that a change of a picture is a
// change of the page.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../scripts/find-browser.mjs';

process.env.CVQ_CHROMIUM = await findBrowser();
const { status } = spawnSync(
  process.execPath,
  [
    ...['--import', import.meta.resolve('./pin-clock-of-threads.ts')],
    ...[fileURLToPath(import.meta.resolve('./take-pictures.ts')), ...process.argv.slice(2)],
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
