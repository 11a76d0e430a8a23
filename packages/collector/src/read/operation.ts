import type { Scope } from '@cvq/contract';
import type { ControlStore, EventStore, ReachedProject } from '@cvq/storage';
import type { z } from 'zod';
import type { NoteUse } from '../keys/remember-uses.ts';
import type { Caller } from './authenticate.ts';

export type ReadDeps = {
  readonly control: ControlStore;
  readonly events: EventStore;
  readonly now: () => number;
  /** The public address, without a trailing slash. */
  readonly baseUrl: () => string;
  readonly noteUse: NoteUse;
};

type Row<Query> = {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** With `{name}` for a parameter. */
  readonly path: string;
  readonly description: string;
  readonly scopes: readonly Scope[];
  readonly writes: boolean;
  readonly query: z.ZodType<Query>;
};

/** A question that has passed every check, about what the credential itself can see. */
type CredentialAsk<Query> = {
  readonly caller: Caller;
  readonly reach: readonly ReachedProject[];
  readonly query: Query;
};

/** A question that has passed every check, about one project within reach. */
type ProjectAsk<Query> = {
  readonly caller: Caller;
  readonly project: ReachedProject;
  readonly query: Query;
};

export type CredentialOperation<Query> = Row<Query> & {
  readonly about: 'credential';
  run(ask: CredentialAsk<Query>, deps: ReadDeps): Promise<unknown>;
};

export type ProjectOperation<Query> = Row<Query> & {
  readonly about: 'project';
  run(ask: ProjectAsk<Query>, deps: ReadDeps): Promise<unknown>;
};

/** One row of the table that feeds the REST routes, and whatever else speaks of operations. */
export type Operation = CredentialOperation<unknown> | ProjectOperation<unknown>;

/** Checks that `run` takes what the schema gives, then forgets the type so that a table can hold the row. */
export function defineCredentialOperation<Query>(operation: CredentialOperation<Query>): Operation {
  return operation as CredentialOperation<unknown>;
}

/** As `defineCredentialOperation`, for an operation about a project. */
export function defineProjectOperation<Query>(operation: ProjectOperation<Query>): Operation {
  return operation as ProjectOperation<unknown>;
}
