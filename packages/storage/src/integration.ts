import type { AdPlatform, IntegrationState, SendChoice } from '@cvq/contract';

/** A project's connection to an ad platform. A project has one of each platform at most. */
export type Integration = {
  /** `int_…`: another one after it was removed and connected anew. */
  readonly id: string;
  readonly project: string;
  readonly platform: AdPlatform;
  readonly state: IntegrationState;
  /** The account that conversions go to: a customer of Google, a dataset (pixel) of Meta, an account of Microsoft. */
  readonly account: string;
  /** Through which it is reached: a manager of Google, the customer of a Microsoft account. Meta has none. */
  readonly loginAccount: string | null;
  /**
   * The account whose spend is read, where it is another one: an ad account of Meta (`act_…`), or one of Google below a
   * manager.
   */
  readonly spendAccount: string | null;
  /** What the platform calls each event type: a conversion action, an event name, a goal. */
  readonly actions: Readonly<Record<string, string>>;
  readonly send: SendChoice;
  /** Sealed with the installation's secret; what is in them is the platform's matter. */
  readonly credentials: Uint8Array;
  /** Grows with each change of the credentials, so that of two who refresh them one notices the other. */
  readonly credentialsVersion: number;
  /** Conversions that were received before are not sent. Epoch milliseconds. */
  readonly sendsFrom: number;
  /** What the platform said where the state is `reconnect_required`; else null. */
  readonly problem: IntegrationProblem | null;
  readonly createdAt: number;
};

/** Why nothing can be sent until somebody has done something. */
export type IntegrationProblem = { readonly code: string; readonly message: string; readonly at: number };

/** What of an integration can be changed. Changing the credentials makes their version one higher. */
export type IntegrationChange = Partial<
  Pick<
    Integration,
    | 'state'
    | 'account'
    | 'loginAccount'
    | 'spendAccount'
    | 'actions'
    | 'send'
    | 'credentials'
    | 'sendsFrom'
    | 'problem'
  >
>;

/** Where integrations are kept: a part of the control store. */
export interface IntegrationStore {
  /** False where the project has one of this platform. */
  createIntegration(integration: Integration): Promise<boolean>;
  findIntegration(id: string): Promise<Integration | null>;
  /** Of one project or of all, the oldest first. */
  listIntegrations(of?: { readonly project: string }): Promise<Integration[]>;
  hasIntegrations(): Promise<boolean>;
  /**
   * True when the integration is there, and its credentials still have the version `ifVersion` where that is given: of two
   * who rotate a token at once, one is told false and reads what the other has stored.
   */
  changeIntegration(id: string, change: IntegrationChange, ifVersion?: number): Promise<boolean>;
  /** True when the integration was there. */
  removeIntegration(id: string): Promise<boolean>;
}
