import { NPM_PACKAGES } from './npm-packages.ts';
import { runFromNpm } from './run-from-npm.ts';

type Scenario = { readonly name: string; readonly isRight: boolean; readonly checks: number };

type Report = {
  readonly code: number | null;
  /** Those on which its result depends, where it ran several. */
  readonly scored: readonly Scenario[];
  readonly output: string;
};

/** Runs the official conformance suite: https://github.com/modelcontextprotocol/conformance */
export async function runConformanceSuite(
  args: readonly string[],
  hear?: (line: string) => Promise<void>,
): Promise<Report> {
  const { code, output } = await runFromNpm([NPM_PACKAGES.conformance], ['conformance', ...args], hear);
  const unscored = [...output.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name);
  const all = [...output.matchAll(/^([✓✗]) (\S+): (\d+) passed/gm)].map(([, mark, name = '', passed]) => ({
    ...{ name, isRight: mark === '✓', checks: Number(passed) },
  }));
  const scored = all.filter(({ name }) => !unscored.includes(name));
  return { code, scored, output };
}
