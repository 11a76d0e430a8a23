/** What the made-up shop consists of: the words that its visits are drawn from, the frequent ones first. */

export const PAGES = 3_000;
export const CAMPAIGNS = 300;
export const TERMS = 500;
export const CITIES_OF_A_COUNTRY = 150;
export const REGIONS_OF_A_COUNTRY = 8;

type Source = {
  readonly source: string;
  readonly medium: string;
  readonly channel: string;
  readonly platform?: string;
  /** The name of the click id that its links carry. */
  readonly clickId?: string;
};

export const SOURCES: readonly Source[] = [
  { source: 'google', medium: 'organic', channel: 'Organic Search' },
  { source: 'google', medium: 'cpc', channel: 'Paid Search', platform: 'google', clickId: 'gclid' },
  { source: 'facebook', medium: 'social', channel: 'Organic Social', platform: 'meta' },
  { source: 'newsletter', medium: 'email', channel: 'Email' },
  { source: 'bing', medium: 'cpc', channel: 'Paid Search', platform: 'microsoft', clickId: 'msclkid' },
  { source: 'chatgpt', medium: 'referral', channel: 'AI Assistants' },
  { source: 'partner.example', medium: 'referral', channel: 'Referral' },
];

export const COUNTRIES = ['DE', 'US', 'FR', 'GB', 'AT', 'CH', 'NL', 'PL', 'IT', 'ES', 'SE', 'JP'];
export const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet'];
export const SYSTEMS = ['Windows', 'iOS', 'Android', 'macOS', 'Linux'];
export const DEVICES = ['desktop', 'mobile', 'tablet'];
export const SCREENS = ['1920x1080', '390x844', '1536x864', '412x915', '1440x900'];
export const HOSTS = ['shop.example', 'www.shop.example', 'blog.shop.example'];
export const PLANS = ['free', 'team', 'business'];
export const COUPONS = ['WELCOME10', 'SPRING', 'FREESHIP', 'LOYAL'];

export const BOTS = [
  ['search_engine', 'Googlebot'],
  ['ai_crawler', 'GPTBot'],
  ['search_engine', 'bingbot'],
  ['monitoring', 'UptimeRobot'],
  ['ai_crawler', 'ClaudeBot'],
  ['other', 'AhrefsBot'],
] as const;
