import type { Role } from '@cvq/contract';

/** Why something is refused, for programs. */
export type RefusalReason =
  | 'bad_value'
  | 'unknown'
  | 'taken'
  | 'limit'
  | 'plan'
  | 'not_allowed'
  | 'conflict'
  | 'nothing_to_change';

export type Refusal = {
  /** The field to change, in snake_case; null where the refusal is not about one field. */
  readonly field: string | null;
  /** Which entry of a list it is about, from 1. */
  readonly entry?: number;
  /** The role of whoever asks, where it is too low. */
  readonly role?: Role;
  /** What is wrong, as a sentence. */
  readonly problem: string;
  /** What to do about it, as a sentence. */
  readonly fix: string;
};

/** A request that a rule refuses. The message is problem and fix; a surface puts its own name of the field before it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly reason: RefusalReason;
  readonly field: string | null;
  readonly entry: number | null;
  readonly role: Role | null;
  readonly problem: string;
  readonly fix: string;

  constructor(reason: RefusalReason, { field, entry, role, problem, fix }: Refusal) {
    super(`${problem} ${fix}`);
    this.reason = reason;
    this.field = field;
    this.entry = entry ?? null;
    this.role = role ?? null;
    this.problem = problem;
    this.fix = fix;
  }
}
