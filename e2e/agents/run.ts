// Programs of others that speak to servers of agents, against a collector with a little of the demo: the official
// conformance suite, once over tools that it names and once over our own, the official inspector, and mcp-remote.
// Fetched from npm: `npm run test:agents`.
import { openPinnedDemo, type PinnedDemo, type PinnedOptions } from '../pinned-demo.ts';
import { bridgeTools } from './bridge-tools.ts';
import { conformAuthorization } from './conform-authorization.ts';
import { meetRequirements, playScenarios } from './conform-server.ts';
import { openFixtureServer } from './fixture/open-fixture-server.ts';
import { inspectTools } from './inspect-tools.ts';
import { openKeyedProxy } from './keyed-proxy.ts';
import { Verdicts } from './verdicts.ts';

const DAYS = 2;
const verdicts = new Verdicts();

await withDemo({ openAgentServer: openFixtureServer }, (_, url) => meetRequirements(url, verdicts));
await withDemo({}, async (demo, url) => {
  await playScenarios(url, verdicts);
  await conformAuthorization(demo, verdicts);
  await inspectTools(demo, verdicts);
  await bridgeTools(demo, verdicts);
});
verdicts.conclude();

/** `url`: where agents ask that cannot send a key. */
async function withDemo(
  options: PinnedOptions,
  run: (demo: PinnedDemo, url: string) => Promise<void>,
): Promise<void> {
  const demo = await openPinnedDemo(Date.now(), DAYS, options);
  const proxy = await openKeyedProxy(demo.origin, demo.readKey);
  try {
    await run(demo, proxy.url);
  } finally {
    proxy.close();
    await demo.end();
  }
}
