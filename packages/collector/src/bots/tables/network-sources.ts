/**
 * Where operators publish their networks as JSON, by the names in the data. Every text in such a file that is a network
 * is taken, whatever it is called there.
 */
export const NETWORK_SOURCES: Readonly<Record<string, readonly string[]>> = {
  Googlebot: [
    'https://developers.google.com/static/search/apis/ipranges/googlebot.json',
    'https://developers.google.com/static/search/apis/ipranges/special-crawlers.json',
    'https://developers.google.com/static/search/apis/ipranges/user-triggered-fetchers-google.json',
  ],
  Bingbot: ['https://www.bing.com/toolbox/bingbot.json'],
  DuckDuckBot: ['https://duckduckgo.com/duckduckbot.json'],
  DuckAssistBot: ['https://duckduckgo.com/duckassistbot.json'],
  OpenAI: [
    'https://openai.com/gptbot.json',
    'https://openai.com/searchbot.json',
    'https://openai.com/chatgpt-user.json',
  ],
  Perplexity: [
    'https://www.perplexity.com/perplexitybot.json',
    'https://www.perplexity.com/perplexity-user.json',
  ],
  'Amazon Web Services': ['https://ip-ranges.amazonaws.com/ip-ranges.json'],
  'Google Cloud': ['https://www.gstatic.com/ipranges/cloud.json'],
  'Oracle Cloud': ['https://docs.oracle.com/en-us/iaas/tools/public_ip_ranges.json'],
};
