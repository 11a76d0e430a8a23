import type { PinnedDemo } from '../pinned-demo.ts';
import { NPM_PACKAGES } from './npm-packages.ts';
import { runFromNpm } from './run-from-npm.ts';
import type { Verdicts } from './verdicts.ts';

/** mcp-remote, as a host starts it that only starts programs: the inspector is that host. */
export async function bridgeTools({ origin, readKey }: PinnedDemo, verdicts: Verdicts): Promise<void> {
  const { inspector, mcpRemote } = NPM_PACKAGES;
  const remote = ['mcp-remote', `${origin}/mcp`, '--allow-http', '--transport', 'http-only'];
  const key = ['--header', `Authorization:Bearer ${readKey}`];
  const call = ['--method', 'tools/call', '--tool-name', 'get_me'];
  const { output } = await runFromNpm(
    [inspector, mcpRemote],
    ['mcp-inspector', '--cli', ...call, '--', ...remote, ...key],
  );
  const isRight = output.includes('structuredContent') && !output.includes('"isError": true');
  verdicts.note('mcp-remote get_me', isRight, output);
}
