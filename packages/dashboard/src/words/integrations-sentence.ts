import type { IntegrationState, ShownIntegration } from '@cvq/contract';
import { PLATFORM_NAMES } from '../figures/platform-names.ts';
import type { Sentence } from './overview-sentence.ts';

type Told = Pick<ShownIntegration, 'platform' | 'state' | 'is_demo'>;

/** Which platforms are told of conversions, and what somebody has to do first. */
export function integrationsSentence(told: readonly Told[]): Sentence {
  const own = told.filter((each) => !each.is_demo);
  const names = (state: IntegrationState) =>
    own.filter((each) => each.state === state).map(({ platform }) => PLATFORM_NAMES[platform]);
  const [active, dry] = [names('active'), names('dry_run')];
  const [paused, lost] = [names('paused'), names('reconnect_required')];
  const asides = [
    ...(lost.length > 0 ? [`${listOf(lost)} must be connected anew.`] : []),
    ...(paused.length > 0 ? [`${listOf(paused)} ${paused.length === 1 ? 'is' : 'are'} paused.`] : []),
    ...(active.length > 0 && dry.length > 0 ? [`What ${listOf(dry)} would be told is only built.`] : []),
  ];
  return { lead: leadOf(active, dry, told.length > own.length), aside: asides.join(' ') };
}

function leadOf(active: readonly string[], dry: readonly string[], isDemo: boolean): string {
  if (active.length > 0)
    return `${listOf(active)} ${active.length === 1 ? 'is' : 'are'} told of conversions.`;
  if (dry.length > 0) return `A dry run builds what ${listOf(dry)} would be told.`;
  return isDemo
    ? 'The demo shows what ad platforms would be told.'
    : 'No ad platform is told of conversions.';
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
