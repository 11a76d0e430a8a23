import { describe, expect, it } from 'vitest';
import { sourceOfName } from '../../src/attribution/referrer-sources.ts';
import { CLICK_ID_ROWS } from '../../src/attribution/tables/click-ids.ts';
import { CHANNELS, type Channel, classifyChannel } from '../../src/attribution/traffic-source.ts';

type Case = { source?: string; medium?: string; campaign?: string; click?: string };

/** The rules by example. `source` is a name as it stands in a link; its kind comes from the tables. */
const CASES: readonly [Case, Channel][] = [
  // 1 Cross-network
  [{ campaign: 'cross-network' }, 'Cross-network'],
  [{ campaign: 'de-cross-network-2026' }, 'Cross-network'],
  [{ source: 'google', medium: 'cpc', campaign: 'cross-network', click: 'gclid' }, 'Cross-network'],
  [{ source: 'google', medium: 'cpc', campaign: 'crossnetwork' }, 'Paid Search'],
  // 2 Paid Shopping
  [{ campaign: 'shopping', medium: 'paid' }, 'Paid Shopping'],
  [{ source: 'google', medium: 'cpc', campaign: 'de_shopping_all' }, 'Paid Shopping'],
  [{ source: 'google', medium: 'cpc', campaign: 'e-shop' }, 'Paid Shopping'],
  [{ source: 'google', medium: 'cpc', campaign: 'eshop' }, 'Paid Shopping'],
  [{ source: 'google', medium: 'cpc', campaign: 'workshop' }, 'Paid Search'],
  [{ source: 'amazon', medium: 'cpc' }, 'Paid Shopping'],
  [{ source: 'idealo', medium: 'cpc' }, 'Paid Shopping'],
  [{ source: 'ebay', medium: 'paid' }, 'Paid Shopping'],
  // 3 Paid Search
  [{ source: 'google', click: 'gclid' }, 'Paid Search'],
  [{ source: 'google', click: 'gbraid' }, 'Paid Search'],
  [{ source: 'google', click: 'wbraid' }, 'Paid Search'],
  [{ click: 'gclid' }, 'Paid Search'],
  [{ source: 'bing', click: 'msclkid' }, 'Paid Search'],
  [{ click: 'msclkid' }, 'Paid Search'],
  [{ source: 'google', medium: 'cpc' }, 'Paid Search'],
  [{ source: 'google', medium: 'ppc' }, 'Paid Search'],
  [{ source: 'google', medium: 'paidsearch' }, 'Paid Search'],
  [{ source: 'google', medium: 'cpm' }, 'Paid Search'],
  [{ source: 'google', medium: 'retargeting' }, 'Paid Search'],
  [{ source: 'bing', medium: 'cpc' }, 'Paid Search'],
  [{ source: 'yandex', medium: 'cpc' }, 'Paid Search'],
  [{ source: 'duckduckgo', medium: 'ppc' }, 'Paid Search'],
  [{ source: 'adwords' }, 'Paid Search'],
  [{ source: 'google_ads' }, 'Paid Search'],
  [{ source: 'bing-ads', medium: 'search' }, 'Paid Search'],
  [{ source: 'google', medium: 'organic', click: 'gclid' }, 'Paid Search'],
  [{ source: 'duckduckgo', click: 'gclid' }, 'Organic Search'],
  [{ source: 'google', click: 'msclkid' }, 'Organic Search'],
  [{ source: 'bing', click: 'gclid' }, 'Organic Search'],
  // 4 Paid Social
  [{ source: 'facebook', medium: 'paid' }, 'Paid Social'],
  [{ source: 'facebook', medium: 'cpc', click: 'fbclid' }, 'Paid Social'],
  [{ source: 'facebook', medium: 'cpm' }, 'Paid Social'],
  [{ source: 'instagram', medium: 'paid-social' }, 'Paid Social'],
  [{ source: 'ig', medium: 'paidsocial' }, 'Paid Social'],
  [{ source: 'fb', medium: 'cpc' }, 'Paid Social'],
  [{ source: 'fb-ads' }, 'Paid Social'],
  [{ source: 'linkedin', medium: 'cpc' }, 'Paid Social'],
  [{ source: 'tiktok', medium: 'paid_social', click: 'ttclid' }, 'Paid Social'],
  [{ source: 'twitter', medium: 'ppc' }, 'Paid Social'],
  [{ source: 'x', medium: 'cpc' }, 'Paid Social'],
  // 5 Paid Video
  [{ source: 'youtube', medium: 'paid' }, 'Paid Video'],
  [{ source: 'youtube', medium: 'cpv' }, 'Paid Video'],
  [{ source: 'yt', medium: 'cpc' }, 'Paid Video'],
  [{ source: 'vimeo', medium: 'cpm' }, 'Paid Video'],
  [{ source: 'twitch', medium: 'paid-video' }, 'Paid Video'],
  // 6 Display
  [{ medium: 'banner' }, 'Display'],
  [{ medium: 'display' }, 'Display'],
  [{ medium: 'expandable' }, 'Display'],
  [{ medium: 'interstitial' }, 'Display'],
  [{ source: 'adnetwork', medium: 'cpm' }, 'Display'],
  [{ source: 'google', medium: 'display', click: 'gclid' }, 'Display'],
  [{ medium: 'banner', click: 'gclid' }, 'Display'],
  [{ source: 'facebook', medium: 'display' }, 'Display'],
  // 7 Paid Other
  [{ medium: 'cpc' }, 'Paid Other'],
  [{ medium: 'ppc' }, 'Paid Other'],
  [{ source: 'taboola', medium: 'cpc' }, 'Paid Other'],
  [{ source: 'newsletter', medium: 'paid' }, 'Paid Other'],
  [{ source: 'chatgpt', medium: 'cpc' }, 'Paid Other'],
  [{ source: 'somebody', medium: 'retargeting' }, 'Paid Other'],
  [{ medium: 'unpaid' }, 'Referral'],
  // 8 Organic Shopping
  [{ source: 'walmart.com' }, 'Organic Shopping'],
  [{ source: 'amazon.co.uk' }, 'Organic Shopping'],
  [{ source: 'etsy', medium: 'referral' }, 'Organic Shopping'],
  [{ campaign: 'summer-shop' }, 'Organic Shopping'],
  [{ source: 'partner', campaign: 'workshops' }, 'Referral'],
  // 9 Organic Social
  [{ source: 'facebook', click: 'fbclid' }, 'Organic Social'],
  [{ source: 'facebook' }, 'Organic Social'],
  [{ source: 'instagram', medium: 'story' }, 'Organic Social'],
  [{ source: 'hootsuite-post', medium: 'social' }, 'Organic Social'],
  [{ medium: 'social-media' }, 'Organic Social'],
  [{ medium: 'sm' }, 'Organic Social'],
  [{ source: 'mastodon.social' }, 'Organic Social'],
  [{ source: 'whatsapp' }, 'Organic Social'],
  // 10 Organic Video
  [{ source: 'vimeo' }, 'Organic Video'],
  [{ source: 'youtube.com' }, 'Organic Video'],
  [{ medium: 'video' }, 'Organic Video'],
  [{ source: 'partner', medium: 'long-video' }, 'Organic Video'],
  // 11 AI Assistants
  [{ source: 'chatgpt' }, 'AI Assistants'],
  [{ source: 'chatgpt.com' }, 'AI Assistants'],
  [{ source: 'perplexity' }, 'AI Assistants'],
  [{ source: 'claude.ai' }, 'AI Assistants'],
  [{ source: 'copilot.microsoft.com', medium: 'referral' }, 'AI Assistants'],
  // 12 Organic Search
  [{ source: 'google' }, 'Organic Search'],
  [{ source: 'ecosia' }, 'Organic Search'],
  [{ source: 'somewhere', medium: 'organic' }, 'Organic Search'],
  // 13 Email
  [{ source: 'gmail' }, 'Email'],
  [{ medium: 'newsletter' }, 'Email'],
  [{ medium: 'email' }, 'Email'],
  [{ medium: 'e-mail' }, 'Email'],
  [{ medium: 'e_mail' }, 'Email'],
  [{ medium: 'e mail' }, 'Email'],
  [{ source: 'newsletter-uk' }, 'Email'],
  [{ source: 'mailchimp', medium: 'campaign' }, 'Email'],
  [{ source: 'crm', medium: 'email_weekly' }, 'Email'],
  [{ source: 'crm', medium: 'femails' }, 'Referral'],
  // 14 to 17
  [{ medium: 'affiliate' }, 'Affiliates'],
  [{ source: 'awin', medium: 'affiliates' }, 'Affiliates'],
  [{ medium: 'audio' }, 'Audio'],
  [{ source: 'spotify', medium: 'audio' }, 'Audio'],
  [{ medium: 'sms' }, 'SMS'],
  [{ source: 'sms' }, 'SMS'],
  [{ medium: 'app-push' }, 'Mobile Push Notifications'],
  [{ medium: 'web_push' }, 'Mobile Push Notifications'],
  [{ medium: 'notification' }, 'Mobile Push Notifications'],
  [{ medium: 'mobile-app' }, 'Mobile Push Notifications'],
  [{ source: 'firebase' }, 'Mobile Push Notifications'],
  // 18 Referral, 19 Direct
  [{ source: 'othersite.com' }, 'Referral'],
  [{ source: 'othersite.com', medium: 'referral' }, 'Referral'],
  [{ medium: 'link' }, 'Referral'],
  [{ campaign: 'spring' }, 'Referral'],
  [{ click: 'clickid' }, 'Referral'],
  [{}, 'Direct'],
];

function channelOf({ source = '', medium = '', campaign = '', click = '' }: Case): Channel {
  const { kind, adAccount, source: name } = source ? sourceOfName(source) : sourceOfName('nothing');
  return classifyChannel({
    source: source ? name : '',
    sourceKind: kind,
    adAccount,
    medium,
    campaign,
    clickId: CLICK_ID_ROWS.find(({ name }) => name === click) ?? null,
  });
}

describe('a channel', () => {
  it.each(CASES)('of %o is %s', (facts, channel) => {
    expect(channelOf(facts)).toBe(channel);
  });

  it('has a case each', () => {
    expect(new Set(CASES.map(([, channel]) => channel))).toEqual(new Set(CHANNELS));
  });
});
