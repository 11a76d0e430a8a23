/** Who did something, as the audit log keeps it: the name stays readable when the person is gone. */
export type AuditActor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'person'; readonly userId: string; readonly email: string }
  | { readonly kind: 'key'; readonly keyId: string; readonly name: string }
  | { readonly kind: 'demo' };

/** By what way a change came. */
export type AuditOrigin = {
  readonly surface: 'dashboard' | 'command_line' | 'read_api' | 'mcp' | 'oauth';
  /** The network of the address, a /24 or a /48; null where that is unknown. */
  readonly network: string | null;
  /** The request, by which the log of the collector knows it; null at the command line. */
  readonly requestId: string | null;
};

/** What was done, before it was done. `before` and `after` are plain JSON without any secret. */
export type NewAuditEntry = AuditOrigin & {
  readonly actor: AuditActor;
  /** The operation of the dashboard API, such as `create_key`; commands have the name of the same rule. */
  readonly action: string;
  /** The account whose log it stands in; null for what is of no account, such as a password. */
  readonly accountId: string | null;
  /** The second account that it is about, in whose log it stands too: the other side of an agency and its client. */
  readonly otherAccountId: string | null;
  readonly projectId: string | null;
  /** The id of what was changed, and the name that people know it by. */
  readonly subject: string | null;
  readonly subjectName: string | null;
  readonly before: unknown;
};

/** `unknown`: the process ended between the beginning and the end, so that it may be done or not. */
export type AuditEntry = NewAuditEntry & {
  /** Ascending. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly outcome: 'done' | 'unknown';
  readonly after: unknown;
};

/** What to list, newest first. */
export type AuditQuestion = {
  /** About this account, also as the second; about all, and about none, unless it is given. */
  readonly account?: string | undefined;
  readonly project?: string | undefined;
  readonly action?: string | undefined;
  readonly userId?: string | undefined;
  /** Only entries older than this one. */
  readonly before?: number | undefined;
  readonly limit: number;
};

/** What of an entry people have written themselves. */
export type AuditTexts = Pick<AuditEntry, 'id' | 'action' | 'subjectName' | 'before' | 'after'>;

/** Every write that people and operators make, with what was before and after. */
export interface AuditLog {
  /** Notes a change before it is made, and returns the id of the entry. */
  beginAudit(entry: NewAuditEntry, at: number): Promise<number>;
  /** The change is made. `subject` may be known only now. */
  endAudit(
    id: number,
    made: Pick<NewAuditEntry, 'subject' | 'subjectName'> & { after: unknown },
  ): Promise<void>;
  /** The change was refused: nothing is kept of it. */
  dropAudit(id: number): Promise<void>;
  listAudit(question: AuditQuestion): Promise<AuditEntry[]>;
  /** The entries of a project after one, oldest first, some at a time. */
  listAuditTexts(project: string, after: number): Promise<AuditTexts[]>;
  changeAuditTexts(texts: AuditTexts): Promise<void>;
  /** Forgets entries older than an instant. */
  forgetAuditBefore(at: number): Promise<void>;
}
