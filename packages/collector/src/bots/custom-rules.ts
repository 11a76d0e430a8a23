import type { BotRule } from '@cvq/storage';
import { createPrefixSet, type PrefixSet, parsePrefix } from '../net/networks.ts';

/** A project's own rules, ready to be asked. */
export type CustomRules = { readonly userAgentContains: readonly string[]; readonly networks: PrefixSet };

/** The rules of a project in a form that is quick to try. A network that cannot be read matches nothing. */
export function compileRules(rules: readonly BotRule[]): CustomRules {
  const ofKind = (kind: BotRule['kind']) =>
    rules.filter((rule) => rule.kind === kind).map(({ value }) => value);
  return {
    userAgentContains: ofKind('userAgentContains').map((part) => part.toLowerCase()),
    networks: createPrefixSet(
      ofKind('ipRanges').flatMap((text) => {
        const prefix = parsePrefix(text);
        return 'problem' in prefix ? [] : [prefix];
      }),
    ),
  };
}

/** The user agent is compared whole and without regard to case. */
export function matchesRules(
  { userAgentContains, networks }: CustomRules,
  { userAgent, address }: { readonly userAgent: string | null; readonly address: string | null },
): boolean {
  if (userAgent !== null && userAgentContains.length > 0) {
    const text = userAgent.toLowerCase();
    if (userAgentContains.some((part) => text.includes(part))) return true;
  }
  return address !== null && networks.has(address);
}
