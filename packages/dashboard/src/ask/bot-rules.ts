import type {
  BotNetworksResponse,
  ListBotRulesResponse,
  MatchedBotRule,
  PreviewBotRuleResponse,
  RefreshBotNetworksResponse,
} from '@cvq/contract';
import { signal } from '@preact/signals';
import { page, project } from '../address/location.ts';
import { tell } from './tell.ts';
import { watched } from './watched.ts';

export type BotRuleDraft = Pick<MatchedBotRule, 'kind' | 'value'>;

const isAsked = () => project.value !== null && page.value === 'bots';

/** What the project itself calls bots. */
export const botRules = watched<ListBotRulesResponse>(() =>
  isAsked() ? `/bot-rules?project=${project.value}` : null,
);

/** The rule that somebody writes; null while there is none to look at. */
export const botRuleDraft = signal<BotRuleDraft | null>(null);

/** What that rule would have matched. */
export const botRulePreview = watched<PreviewBotRuleResponse>(() => {
  const draft = botRuleDraft.value;
  if (!isAsked() || draft === null) return null;
  return `/bot-rules/preview?${new URLSearchParams({ project: project.value ?? '', ...draft })}`;
});

/** How old the networks of crawlers are. */
export const botNetworks = watched<BotNetworksResponse>(() => (isAsked() ? '/bot-networks' : null));

const at = (place = '') => `/projects/${project.value}/bot-rules${place}`;

/** `force`: though it matches browsers of people. @throws NotAnswered */
export async function addBotRule({ kind, value }: BotRuleDraft, force: boolean): Promise<void> {
  await tell(at(), { [kind]: [value], force });
  botRules.retry();
}

/** @throws NotAnswered */
export async function removeBotRule({ kind, value }: BotRuleDraft): Promise<void> {
  await tell(at('/remove'), { [kind]: [value] });
  botRules.retry();
}

/** Whose networks are new, and whose could not be fetched. @throws NotAnswered */
export async function refreshBotNetworks(): Promise<RefreshBotNetworksResponse['data']> {
  const path = `/projects/${project.value}/bot-networks/refresh`;
  const { data } = await tell<RefreshBotNetworksResponse>(path);
  botNetworks.retry();
  return data;
}
