import type { AdPlatform } from '@cvq/contract';

type PlatformSteps = {
  /** How to get what is asked for, in the order in which it is done. */
  readonly steps: readonly string[];
  readonly account: string;
  /** Null where the platform has none of the kind. */
  readonly loginAccount: string | null;
  readonly spendAccount: string | null;
  readonly credentials: string;
  /** What an event type is mapped to. */
  readonly action: string;
  /** The mapping at first. */
  readonly preset: Readonly<Record<string, string>>;
};

/** What each platform asks for, in its own words. docs/ad-platforms.md has the same at length. */
export const PLATFORM_STEPS: Readonly<Record<AdPlatform, PlatformSteps>> = {
  google_ads: {
    steps: [
      'In the Google Cloud console, enable the Data Manager API in a project, and the Google Ads API for what ads cost.',
      'Create a service account there, and add a key of the type JSON: that file is asked for below.',
      'In Google Ads, under Admin, Access and security, add the e-mail address of the service account with standard access.',
      'Under Goals, Conversions, create a conversion action with the source Import. ctId in the address of its page is its number.',
    ],
    account: 'Customer number, ten digits',
    loginAccount: 'Manager account, where it is reached through one',
    spendAccount: 'Account that runs the ads, where it is another one',
    credentials: 'Key file of the service account',
    action: 'Number of the conversion action',
    preset: { purchase: '' },
  },
  meta_ads: {
    steps: [
      'In Events Manager, choose the dataset of your pixel: its settings show its id.',
      'Under Settings, Conversions API, choose Generate access token: it is asked for below.',
      'For what ads cost, let the system user of the token view the performance of the ad account.',
    ],
    account: 'Id of the dataset (pixel)',
    loginAccount: null,
    spendAccount: 'Ad account whose spend is read: act_…',
    credentials: 'Access token',
    action: 'Name of the event',
    preset: {
      purchase: 'Purchase',
      lead: 'Lead',
      signup: 'CompleteRegistration',
      subscription: 'Subscribe',
    },
  },
  microsoft_ads: {
    steps: [
      'In the Azure portal, register an app for accounts in any directory and personal accounts, with the platform Mobile and desktop applications.',
      'In the developer portal of Microsoft Advertising, get a developer token.',
      'In the address of Microsoft Advertising, aid is the account and cid the customer.',
      'Under Conversions, Conversion goals, create a goal of the type Offline conversions: its name is what a type is mapped to.',
    ],
    account: 'Account id (aid)',
    loginAccount: 'Customer id (cid)',
    spendAccount: null,
    credentials: 'JSON with client_id and developer_token',
    action: 'Name of the goal, exactly',
    preset: { purchase: '' },
  },
};
