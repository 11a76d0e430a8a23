import {
  countEarlier,
  type EarlierConversions,
  type EarlierWish,
} from '../integrations/earlier-conversions.ts';
import type { IntegrationDeps, IntegrationName } from '../integrations/integration-deps.ts';
import { askLine } from './ask-line.ts';
import { CommandFailed } from './command-failed.ts';
import { oneOrMany } from './one-or-many.ts';
import { terminal } from './terminal.ts';

type Wish = EarlierWish & { readonly isAgreed: boolean };

/** Shows how many conversions from before would be sent, and goes on only where that is agreed to. */
export async function confirmEarlier(
  deps: IntegrationDeps,
  name: IntegrationName,
  wish: Wish,
): Promise<void> {
  const earlier = await countEarlier(deps, name, wish);
  if (wish.isAgreed || earlier.count === 0) return;
  const question = questionOf(earlier, { ...wish, platform: name.platform });
  if (!terminal().stdin.isTTY)
    throw new CommandFailed(`${question} Nothing was changed. Repeat the command with --yes to agree.`);
  const answer = await askLine(`${question} Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new CommandFailed('Nothing was changed.');
}

function questionOf(
  { count, taken }: EarlierConversions,
  { since, platform }: Pick<Wish, 'since'> & Pick<IntegrationName, 'platform'>,
): string {
  const what = oneOrMany(count, ['conversion that was', 'conversions that were']);
  const told = `${what} received since ${since} would be sent too.`;
  if (taken === 0) return told;
  return `${told} ${platform} has, or may have, ${taken} of them by an integration that was removed: in the same account it may count those twice.`;
}
