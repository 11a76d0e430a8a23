import type { BotCategory } from '@cvq/storage';

/** What the words of a bot's user agent say of its kind, where no table knows it. Asked of bots only. */
export const CATEGORY_WORDS: readonly { readonly category: BotCategory; readonly words: RegExp }[] = [
  {
    category: 'ai_crawler',
    words:
      /\b(?:gpt|llms?|ai|openai|anthropic|claude|gemini|copilot|chatbot)\b|[a-z](?:GPT|AI)(?:Bot|Crawler|-)/,
  },
  {
    category: 'monitoring',
    words:
      /up-?time|monitor|health-?check|heart-?beat|synthetic|status(?:cake|page|bot)|ping(?:dom|bot|er)?\b|probe|validator|link-?check|site-?check|watch(?:er|dog|bot)|pagespeed|lighthouse/i,
  },
  {
    category: 'social_media',
    words:
      /preview|unfurl|embed|mastodon|pleroma|misskey|akkoma|friendica|fediverse|activitypub|link-?expand|\bsocial|^WhatsApp\/|^Viber|lemmy|peertube|snapchat/i,
  },
  {
    category: 'search_engine',
    words: /(?<!re)search(?!er\b)(?:bot|engine|crawler|spider)?|web-?index|\bindexer\b/i,
  },
];
