import { type AuditedChange, audited } from './audited.ts';

type Entry<Result> = Omit<AuditedChange<Result>, 'account' | 'make'>;

type ChangeOfSeveral<Log, Result> = {
  /** What the log of an account tells of it; null for the log of no account. */
  entry(log: Log): Entry<Result>;
  /** Makes the change, once. @throws Refused where it cannot be made after all */
  make(): Promise<Result>;
};

/** Makes a change that several logs tell of, as `audited` does for one. */
export function auditedInEach<Log extends { readonly account: string | null }, Result>(
  deps: Parameters<typeof audited>[0],
  logs: readonly Log[],
  { entry, make }: ChangeOfSeveral<Log, Result>,
): Promise<Result> {
  const outermost = logs.reduce<() => Promise<Result>>(
    (inner, log) => () => audited(deps, { ...entry(log), account: log.account, make: inner }),
    make,
  );
  return outermost();
}
