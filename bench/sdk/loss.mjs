// npm run bench:loss [-- scenarios] [-- soak [seed] [minutes]] [-- --write]
//
// What gets lost between a page and the collector: eleven ways to lose events, played by us and by trackers from npm,
// and a soak of many visits on a bad network, for at most so many minutes. It prints Markdown; with --write, also into the
// README of the SDK.
import { main } from '../../scripts/run.mjs';
import { setUp } from '../../scripts/set-up.mjs';
import { intoReadme } from './into-readme.mjs';
import { lossTable } from './loss-table.mjs';
import { soak } from './soak.mjs';

await main(async () => {
  const isWritten = process.argv.includes('--write');
  const [part, seed, minutes] = process.argv.slice(2).filter((argument) => argument !== '--write');
  if (part && part !== 'scenarios' && part !== 'soak')
    throw new Error(`There is no part ${part}: choose from scenarios, soak.`);
  await setUp();
  if (part !== 'soak') say('loss', await lossTable(), isWritten);
  if (part === 'scenarios') return 0;
  const { text, isGood } = await soak(seed, minutes && Number(minutes));
  say('soak', text, isWritten);
  return isGood ? 0 : 1;
});

function say(name, text, isWritten) {
  process.stdout.write(`${text}\n\n`);
  if (isWritten) intoReadme(name, text);
}
