// npm run bench:sdk [-- sizes] [-- main-thread] [-- --write]
//
// What the SDK weighs and what it costs the main thread, beside trackers from npm, built and measured in one run.
// It prints Markdown; with --write, also into the README of the SDK.
import { main } from '../../scripts/run.mjs';
import { setUp } from '../../scripts/set-up.mjs';
import { intoReadme } from './into-readme.mjs';
import { mainThread } from './main-thread.mjs';
import { sizes } from './sizes.mjs';

const parts = { sizes, 'main-thread': mainThread };

await main(async () => {
  const wanted = process.argv.slice(2).filter((argument) => argument !== '--write');
  const unknown = wanted.find((name) => !(name in parts));
  if (unknown) throw new Error(`There is no part ${unknown}: choose from ${Object.keys(parts).join(', ')}.`);
  await setUp();
  for (const [name, measure] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const text = await measure();
    process.stdout.write(`${text}\n\n`);
    if (process.argv.includes('--write')) intoReadme(name, text);
  }
});
