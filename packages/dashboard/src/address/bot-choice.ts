/** Which bots the page of bots is narrowed to. */
export type BotChoice = {
  readonly category: string | null;
  readonly name: string | null;
  /** The code of a piece of evidence. */
  readonly reason: string | null;
};

export const ALL_BOTS: BotChoice = { category: null, name: null, reason: null };

/** In an address each has this before its name. */
export const BOT_PREFIX = 'bot.';

/** What the query of an address says of bots. */
export function readBotChoice(said: URLSearchParams): BotChoice {
  const text = (name: keyof BotChoice) => said.get(`${BOT_PREFIX}${name}`)?.slice(0, 200) || null;
  return { category: text('category'), name: text('name'), reason: text('reason') };
}
