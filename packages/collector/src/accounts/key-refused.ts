/** Why a key is not made. */
export type KeyRefusal =
  | 'bad_name'
  | 'too_many_keys'
  | 'plan_without_agency_wide'
  | 'customer_agency_wide'
  | 'agency_wide_and_named'
  | 'project_out_of_reach';

/** A key that cannot be made as it was asked for. The message says what would help. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
  readonly reason: KeyRefusal;

  constructor(reason: KeyRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}
