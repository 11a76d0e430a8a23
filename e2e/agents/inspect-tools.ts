import type { PinnedDemo } from '../pinned-demo.ts';
import { NPM_PACKAGES } from './npm-packages.ts';
import { runFromNpm } from './run-from-npm.ts';
import type { Verdicts } from './verdicts.ts';

const { inspector } = NPM_PACKAGES;

/** Arguments to call each with. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  get_me: [],
  list_projects: [],
  get_overview: ['range=7d', 'compare=previous_period'],
  get_timeseries: ['range=7d', 'granularity=day'],
  get_breakdown: ['dimension=channel', 'limit=5'],
  get_funnel: ['event_types=pageview,purchase'],
  get_spend: ['range=7d'],
  list_conversions: ['limit=1'],
  get_conversion: ['id=conv_1_none'],
  retry_delivery: ['id=conv_1_none'],
  get_bots: ['range=7d'],
  list_properties: ['event_type=purchase'],
  list_annotations: [],
  list_segments: [],
  list_refusals: [],
};

/** The official inspector lists the tools and calls each. */
export async function inspectTools(demo: PinnedDemo, verdicts: Verdicts): Promise<void> {
  const key = ['--header', `Authorization: Bearer ${await demo.keyOfAllScopes()}`];
  const inspect = ['mcp-inspector', '--cli', `${demo.origin}/mcp`, '--transport', 'http', ...key];
  const listed = await runFromNpm([inspector], [...inspect, '--method', 'tools/list']);
  const isComplete = Object.keys(TOOLS).every((name) => listed.output.includes(`"${name}"`));
  verdicts.note('inspector tools/list', isComplete, listed.output);
  for (const [name, args] of Object.entries(TOOLS)) {
    const given = args.flatMap((one) => ['--tool-arg', one]);
    const call = ['--method', 'tools/call', '--tool-name', name, ...given];
    const { output } = await runFromNpm([inspector], [...inspect, ...call]);
    // What it was told it prints as JSON; its status says nothing of a tool that refuses.
    const isRight =
      args[0] === 'id=conv_1_none' ? output.includes('not_found') : !/"isError": ?true|"error"/.test(output);
    verdicts.note(`inspector ${name}`, isRight && output.includes('structuredContent'), output);
  }
}
