import { runConformanceSuite } from './run-conformance-suite.ts';
import type { Verdicts } from './verdicts.ts';

/** How many scenarios each revision asks of a server; its set was frozen when it was released. */
const SCORED = { '2025-11-25': 30, '2026-07-28': 37 } as const;

const OF_BOTH = [
  ...['tools-list', 'resources-list', 'prompts-list', 'dns-rebinding-protection'],
  'server-sse-multiple-streams',
];

/** The scenarios that ask for no tool, resource or prompt of their own. */
const OF_ANY_SERVER = {
  '2025-11-25': [...OF_BOTH, 'server-initialize', 'ping'],
  '2026-07-28': [
    ...[...OF_BOTH, 'caching', 'http-header-validation', 'sep-2164-resource-not-found'],
    'input-required-result-unsupported-methods',
  ],
};

/** Everything that both revisions ask of a server, of one with the tools that the suite calls. */
export async function meetRequirements(url: string, verdicts: Verdicts): Promise<void> {
  for (const [revision, count] of Object.entries(SCORED)) {
    const args = ['server', '--url', url, '--requirements', revision];
    const { code, scored, output } = await runConformanceSuite(args);
    for (const { name, checks, isRight } of scored) {
      const none = checks === 0 ? ', of which no check applies to a server without sessions' : '';
      verdicts.note(`requirement of ${revision}: ${name}${none}`, isRight, output);
    }
    verdicts.note(`all ${count} requirements of ${revision}`, code === 0 && scored.length === count, output);
  }
}

/** What the suite can ask of a server with tools of its own. */
export async function playScenarios(url: string, verdicts: Verdicts): Promise<void> {
  for (const [revision, scenarios] of Object.entries(OF_ANY_SERVER))
    for (const scenario of scenarios) {
      const args = ['server', '--url', url, '--scenario', scenario, '--spec-version', revision];
      const { code, output } = await runConformanceSuite(args);
      verdicts.note(`scenario of ${revision}: ${scenario}`, code === 0, output);
    }
}
