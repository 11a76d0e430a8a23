import type { ErrorCode, PlanCode, Scope } from '@cvq/contract';
import type { AuditOrigin, ControlStore, ReachedProject, ReportQuestions, Reports } from '@cvq/storage';
import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import type { AskedAdDeliveries } from '../ad-platforms/forwarding/open-ad-deliveries.ts';
import type { FindKey, NoteUse } from '../keys/find-key.ts';
import type { RecentRefusal } from '../refusals/recent-refusals.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { CsvTable } from './csv/csv.ts';
import type { ReportPeriod } from './period.ts';
import type { Clock, Range } from './range.ts';
import type { SpendSources } from './spend/open-spend-sources.ts';

/** What the read API stands on. */
export type ReadDeps = {
  readonly control: ControlStore;
  readonly reports: Reports;
  readonly now: () => number;
  /** The public address, without a trailing slash. */
  readonly baseUrl: () => string;
  /** Scheme, host and port of the dashboard, where access tokens come from. */
  readonly dashboardOrigin: () => string;
  readonly noteUse: NoteUse;
  readonly findKey: FindKey;
  readonly retries: Pick<AskedAdDeliveries, 'retry'>;
  /** What tracking refused lately. */
  readonly refusals: { of(project: string): readonly RecentRefusal[]; readonly since: number };
  /** Opens the hashes of user data, of which only the names of fields are told. */
  readonly sealer: Sealer;
  readonly spendSources: SpendSources;
  /** From one reading of what an account cost to the next, in milliseconds; 0 where none is planned. */
  readonly spendSyncMs: number;
};

/** What an operation is run with: reports that know on whose behalf they are asked. */
export type OperationDeps = Omit<ReadDeps, 'reports'> & { readonly reports: ReportQuestions };

/** No fields: what a schema that an operation leaves out is taken for. */
export type NoFields = z.ZodObject<Record<never, never>>;

/** The schemas of what an operation takes and gives. */
export type Schemas = { query: z.ZodObject; params: z.ZodObject; body: z.ZodObject; response: z.ZodType };

/** The arguments of an operation: of its query, its path and its body, which other surfaces bring as one object. */
export type ArgumentsOf<Of extends Schemas> = z.output<Of['query']> &
  z.output<Of['params']> &
  z.output<Of['body']>;

/** How an operation is offered to agents, as a tool of its name. */
export type AgentTool = {
  /** What it tells, when to call it, and in which units. */
  readonly description: string;
  /** Arguments that agents are spared, so that they find the others; programs have them all. */
  readonly without?: readonly string[];
  /** The list of the answer that the argument `limit` bounds. */
  readonly limited?: string;
  /** Arguments with another preset than programs have. */
  readonly preset?: Readonly<Record<string, number | string>>;
  /** What to ask for the rest of an answer that is too long for an agent. */
  readonly more: string;
};

type Row<Of extends Schemas> = {
  readonly name: string;
  /** The group that documents show it in. */
  readonly tag: 'Projects' | 'Analytics' | 'Conversions';
  readonly method: 'GET' | 'POST';
  /** With `{name}` for a parameter. */
  readonly path: string;
  /** What it gives, in a few words. */
  readonly summary: string;
  readonly description: string;
  readonly scopes: readonly Scope[];
  /** The least plan that has it. */
  readonly plan: PlanCode;
  readonly writes: boolean;
  readonly query: Of['query'];
  /** Of the path, `{project}` left out. */
  readonly params?: Of['params'];
  /** Of a POST. */
  readonly body?: Of['body'];
  readonly response: Of['response'];
  /** Codes that this operation answers beyond those that every one does. */
  readonly errors?: readonly ErrorCode[];
  /** A query that shows it at work, such as `range=7d`. */
  readonly example: string;
  /** Left out where agents do not have it. */
  readonly tool?: AgentTool;
  /** The answer as a table, for those operations that tell of rows. */
  csv?(response: z.output<Of['response']>): CsvTable;
};

type Ask<Of extends Schemas> = {
  readonly caller: Caller;
  /** By what way it is asked, for the audit log of what writes. */
  readonly from: AuditOrigin;
  readonly args: ArgumentsOf<Of>;
};

type AskOfProject<Of extends Schemas> = Ask<Of> & { readonly project: ReachedProject };

/** About what the credential itself can see. */
type CredentialOperation<Of extends Schemas> = Row<Of> & {
  readonly about: 'credential';
  run(
    ask: Ask<Of> & { readonly reach: readonly ReachedProject[] },
    deps: OperationDeps,
  ): Promise<z.output<Of['response']>>;
};

/** About one project within reach. */
type ProjectOperation<Of extends Schemas> = Row<Of> & {
  readonly about: 'project';
  run(ask: AskOfProject<Of>, deps: OperationDeps): Promise<z.output<Of['response']>>;
};

/** About a period of one project within reach. */
type PeriodOperation<Of extends Schemas> = Row<Of> & {
  readonly about: 'period';
  /** The period that the arguments name, where they have names of their own for it. */
  rangeOf?(args: ArgumentsOf<Of>, clock: Clock): Range;
  run(ask: AskOfProject<Of> & ReportPeriod, deps: OperationDeps): Promise<z.output<Of['response']>>;
};

/** One row of the table that feeds the REST routes, the API document, and whatever else speaks of operations. */
export type Operation = CredentialOperation<Schemas> | ProjectOperation<Schemas> | PeriodOperation<Schemas>;

/** Checks that `run` takes and gives what the schemas say, then forgets the types so that a table can hold the row. */
export function defineCredentialOperation<
  Query extends z.ZodObject,
  Response extends z.ZodType,
  Params extends z.ZodObject = NoFields,
  Body extends z.ZodObject = NoFields,
>(
  operation: CredentialOperation<{ query: Query; params: Params; body: Body; response: Response }>,
): Operation {
  return operation as unknown as CredentialOperation<Schemas>;
}

/** As `defineCredentialOperation`, for an operation about a project. */
export function defineProjectOperation<
  Query extends z.ZodObject,
  Response extends z.ZodType,
  Params extends z.ZodObject = NoFields,
  Body extends z.ZodObject = NoFields,
>(operation: ProjectOperation<{ query: Query; params: Params; body: Body; response: Response }>): Operation {
  return operation as unknown as ProjectOperation<Schemas>;
}

/** As `defineCredentialOperation`, for an operation about a period of a project. */
export function definePeriodOperation<
  Query extends z.ZodObject,
  Response extends z.ZodType,
  Params extends z.ZodObject = NoFields,
  Body extends z.ZodObject = NoFields,
>(operation: PeriodOperation<{ query: Query; params: Params; body: Body; response: Response }>): Operation {
  return operation as unknown as PeriodOperation<Schemas>;
}
