import type { Readable } from 'node:stream';
import type { ErrorCode, Role } from '@cvq/contract';
import type { AuditOrigin, ControlStore } from '@cvq/storage';
import type { z } from 'zod';
import type { RandomBytes } from '../accounts/access-links.ts';
import type { AccountDeps } from '../accounts/actor.ts';
import type { AskedAdDeliveries } from '../ad-platforms/forwarding/open-ad-deliveries.ts';
import type { FileBody } from '../body/file-body.ts';
import type { NetworkRefresh } from '../bots/networks/network-refresh.ts';
import type { EraseDeps } from '../erasure/erase-person.ts';
import type { ErasureRuns } from '../erasure/erasure-runs.ts';
import type { FindApplication } from '../grants/find-application.ts';
import type { DashboardAddress } from '../net/dashboard-address.ts';
import type { CsvTable } from '../read/csv/csv.ts';
import type { ArgumentsOf, NoFields, Schemas } from '../read/operation.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { SpendDeps } from '../spend/sync/sync-spend.ts';
import type { WebhookMeansOnDemand } from '../webhooks/webhook-means.ts';
import type { OpenStream } from './live/live-asker.ts';
import type { Removals } from './removals.ts';
import type { Browser } from './session/browser.ts';
import type { KnownBrowsers } from './session/known-browsers.ts';
import type { Passwords } from './session/passwords.ts';
import type { PersonSignedIn, SignedIn } from './session/signed-in.ts';
import type { TestsUnderWay } from './webhooks/tests-under-way.ts';

/** What integrations with ad platforms are connected, tested and watched with. */
type AdPlatformDeps = Pick<SpendDeps, 'adapters' | 'sealer'> & {
  readonly deliveries: AskedAdDeliveries;
  /** Of consents that are under way. */
  readonly consentSealer: Sealer;
  /** Base address of the server that gives Microsoft's tokens. */
  readonly consentAddress: string;
};

/** What somebody has to look after. */
type Failing = 'failingWebhooks' | 'lostIntegrations' | 'blockedIntegrations';

/** What the dashboard API stands on, beside the read API. */
export type DashboardDeps = {
  readonly control: ControlStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly address: () => DashboardAddress;
  readonly passwords: Passwords;
  readonly removals: Removals;
  readonly erasures: Omit<EraseDeps, keyof AccountDeps> & Pick<ErasureRuns, 'progressOf'>;
  readonly adPlatforms: AdPlatformDeps;
  readonly knownBrowsers: KnownBrowsers;
  readonly webhooks: WebhookMeansOnDemand & { readonly tests: TestsUnderWay };
  readonly networks: NetworkRefresh;
  readonly findApplication: FindApplication;
  readonly live: { readonly open: OpenStream };
  /** Whether the owner of the demo may sign in by its link, while there is no person. */
  readonly opensDemo: boolean;
  /** The projects of what fails in the whole collector, each as often as something of it does. */
  readonly notices: () => Promise<Record<Failing, readonly string[]>>;
};

/** What an operation works with. */
export type ActingDeps = DashboardDeps & { readonly from: AuditOrigin };

/** Who may call an operation, and what is then known of them. */
type SignedInAs = {
  anybody: SignedIn | null;
  /** Persons, and the owner of the demo. */
  signed_in: SignedIn;
  person: PersonSignedIn;
  superadmin: PersonSignedIn;
};
export type Who = keyof SignedInAs;

type Row<By extends Who, Of extends Schemas> = {
  readonly name: string;
  /** The group that documents show it in. */
  readonly tag:
    | 'Signing in'
    | 'You'
    | 'People'
    | 'Projects'
    | 'Keys'
    | 'Conversions'
    | 'Integrations'
    | 'Webhooks'
    | 'Bots'
    | 'Agencies'
    | 'Accounts'
    | 'Audit log'
    | 'Erasure'
    | 'Applications';
  /** What is no GET writes, and has to come from a page of the dashboard. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/dashboard-api/v1`, with `{name}` for a parameter. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly who: By;
  /** The role that a person needs in the account or project that the request names. */
  readonly atLeast?: Role;
  /** Whether the password has to have been given within the last ten minutes. */
  readonly stepUp: boolean;
  readonly query?: Of['query'];
  readonly params?: Of['params'];
  /** Of a POST or a PUT, which has one. */
  readonly body?: Of['body'];
  /** Of a POST whose body is a file. */
  readonly file?: FileBody;
  readonly response: Of['response'];
  /** Codes that it answers beyond those that every one does. */
  readonly errors?: readonly ErrorCode[];
  /** The answer as a table, for who likes CSV best. */
  csv?(response: z.output<Of['response']>): CsvTable;
  run(
    ask: {
      readonly by: SignedInAs[By];
      readonly args: ArgumentsOf<Of>;
      readonly browser: Browser;
      /** The bytes of `file`. To be called once, and only where the row has one. @throws ApiError */
      readonly openFile: () => Readable;
    },
    deps: ActingDeps,
  ): Promise<z.output<Of['response']>>;
};

/** One row of the table that feeds the routes of the dashboard API and its document. */
export type DashboardOperation = Row<Who, Schemas>;

/** Checks that `run` takes and gives what the schemas say, then forgets the types so that a table can hold the row. */
export function defineDashboardOperation<
  By extends Who,
  Response extends z.ZodType,
  Query extends z.ZodObject = NoFields,
  Params extends z.ZodObject = NoFields,
  Body extends z.ZodObject = NoFields,
>(operation: Row<By, { query: Query; params: Params; body: Body; response: Response }>): DashboardOperation {
  return operation as unknown as DashboardOperation;
}
