/** Bots that read the demo shop, of each category, with how often (weights). Data, not code. */
export const DEMO_BOTS = [
  {
    weight: 30,
    userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  },
  {
    weight: 16,
    userAgent: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  },
  {
    weight: 18,
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  },
  {
    weight: 11,
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  },
  {
    weight: 6,
    userAgent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  },
  {
    weight: 24,
    userAgent: 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  },
  {
    weight: 5,
    userAgent: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  },
  { weight: 10, userAgent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)' },
  {
    weight: 6,
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/143.0.0.0 Safari/537.36',
  },
  { weight: 4, userAgent: 'python-requests/2.32.5' },
] as const;

/** Pages below `/demo/` that bots read, each by itself. */
export const BOT_PAGES = [
  { weight: 10, page: '' },
  { weight: 4, page: 'category.html' },
  { weight: 4, page: 'teapot.html' },
  { weight: 3, page: 'cup.html' },
  { weight: 3, page: 'bowl.html' },
  { weight: 3, page: 'jug.html' },
  { weight: 2, page: 'care.html' },
] as const;

/** For each visit of a person, how many a bot makes. */
export const BOTS_TO_PEOPLE = 0.11;
