import type { BotCategory } from '@cvq/storage';
import type { Reason } from './evidence.ts';

/** What the evidence amounts to. `category` and `name` say which bot it is, and nothing of a person. */
export type Classification = {
  readonly isBot: boolean;
  readonly score: number;
  readonly category: BotCategory;
  readonly name: string;
  /** The weightiest first. */
  readonly reasons: readonly Reason[];
};

/** A bot that a piece of evidence names. */
export type NamedBot = { readonly name: string; readonly category: BotCategory };
