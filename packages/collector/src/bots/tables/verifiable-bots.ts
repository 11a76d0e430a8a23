/**
 * Bots whose operators publish all their networks, with the names of these in the data of networks. Who is not here
 * cannot be called a liar: ClaudeBot, Bytespider and others publish nothing.
 */
export const VERIFIABLE_BOTS: Readonly<Record<string, readonly string[]>> = {
  Googlebot: ['Googlebot'],
  'Googlebot-Image': ['Googlebot'],
  'Googlebot-News': ['Googlebot'],
  'Googlebot-Video': ['Googlebot'],
  'Googlebot-Mobile': ['Googlebot'],
  Bingbot: ['Bingbot'],
  DuckDuckBot: ['DuckDuckBot'],
  DuckAssistBot: ['DuckAssistBot', 'DuckDuckBot'],
  GPTBot: ['OpenAI'],
  'OAI-SearchBot': ['OpenAI'],
  'ChatGPT-User': ['OpenAI'],
  PerplexityBot: ['Perplexity'],
  'Perplexity-User': ['Perplexity'],
};
