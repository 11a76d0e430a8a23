import type { ErrorCode, PlanCode, Scope } from '@cvq/contract';
import type { ControlStore, EventStore, ReachedProject } from '@cvq/storage';
import type { z } from 'zod';
import type { Caller } from '../access/caller.ts';
import type { NoteUse } from '../keys/remember-uses.ts';
import type { CsvTable } from './csv/csv.ts';

export type ReadDeps = {
  readonly control: ControlStore;
  readonly events: EventStore;
  readonly now: () => number;
  /** The public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly noteUse: NoteUse;
};

/** The schemas of what an operation is told and tells. */
type Shapes = { query: unknown; params: unknown; body: unknown; response: unknown };

type Row<Of extends Shapes> = {
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
  readonly query: z.ZodType<Of['query']>;
  /** Of the path, `{project}` left out. All are text. */
  readonly params?: z.ZodType<Of['params']>;
  /** Of a POST. */
  readonly body?: z.ZodType<Of['body']>;
  readonly response: z.ZodType<Of['response']>;
  /** Codes that this operation answers beyond those that every one does. */
  readonly errors?: readonly ErrorCode[];
  /** A query that shows it at work, such as `range=7d`. */
  readonly example: string;
  /** The answer as a table, for those operations that tell of rows. */
  csv?(response: Of['response']): CsvTable;
};

type Asked<Of extends Shapes> = {
  readonly caller: Caller;
  readonly query: Of['query'];
  readonly params: Of['params'];
  readonly body: Of['body'];
};

/** A question that has passed every check, about what the credential itself can see. */
type CredentialAsk<Of extends Shapes> = Asked<Of> & { readonly reach: readonly ReachedProject[] };

/** A question that has passed every check, about one project within reach. */
type ProjectAsk<Of extends Shapes> = Asked<Of> & { readonly project: ReachedProject };

type CredentialOperation<Of extends Shapes> = Row<Of> & {
  readonly about: 'credential';
  run(ask: CredentialAsk<Of>, deps: ReadDeps): Promise<Of['response']>;
};

type ProjectOperation<Of extends Shapes> = Row<Of> & {
  readonly about: 'project';
  run(ask: ProjectAsk<Of>, deps: ReadDeps): Promise<Of['response']>;
};

/** One row of the table that feeds the REST routes, the API document, and whatever else speaks of operations. */
export type Operation = CredentialOperation<Shapes> | ProjectOperation<Shapes>;

/** Checks that `run` takes and gives what the schemas say, then forgets the types so that a table can hold the row. */
export function defineCredentialOperation<Query, Params, Body, Response>(
  operation: CredentialOperation<{ query: Query; params: Params; body: Body; response: Response }>,
): Operation {
  return operation as unknown as CredentialOperation<Shapes>;
}

/** As `defineCredentialOperation`, for an operation about a project. */
export function defineProjectOperation<Query, Params, Body, Response>(
  operation: ProjectOperation<{ query: Query; params: Params; body: Body; response: Response }>,
): Operation {
  return operation as unknown as ProjectOperation<Shapes>;
}
