/** A project's own word on what is a bot: part of a user agent in any case, or a network in CIDR notation. */
export type BotRule = { readonly kind: 'userAgentContains' | 'ipRanges'; readonly value: string };

export interface BotRules {
  /** The rules of a project in the order in which they were added. */
  listBotRules(project: string): Promise<BotRule[]>;
  /** The rules of every project. */
  listAllBotRules(): Promise<(BotRule & { readonly project: string })[]>;
  /**
   * Add rules; one that is there already stays as it is. Returns how many the project has with them. Where that is more than
   * `atMost`, none is added: several who add at once never exceed it.
   */
  addBotRules(
    project: string,
    rules: readonly BotRule[],
    how: { readonly at: number; readonly atMost?: number },
  ): Promise<number>;
  /** True when the rule was there. */
  removeBotRule(project: string, rule: BotRule): Promise<boolean>;
}
