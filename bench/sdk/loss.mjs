// npm run bench:loss [-- scenarios] [-- soak [seed]]
//
// What gets lost between a page and the collector: eight ways to lose events, played by us and by trackers from npm,
// and a soak of many visits on a bad network. It prints Markdown.
import { main } from '../../scripts/run.mjs';
import { setUp } from '../../scripts/set-up.mjs';
import { lossTable } from './loss-table.mjs';
import { soak } from './soak.mjs';

await main(async () => {
  const [part, seed] = process.argv.slice(2);
  if (part && part !== 'scenarios' && part !== 'soak')
    throw new Error(`There is no part ${part}: choose from scenarios, soak.`);
  await setUp();
  if (part !== 'soak') process.stdout.write(`${await lossTable()}\n\n`);
  if (part === 'scenarios') return 0;
  const { text, isGood } = await soak(seed);
  process.stdout.write(`${text}\n\n`);
  return isGood ? 0 : 1;
});
