/** An endpoint that cannot be kept as it was given. The message names the field and what would be right. */
export class BadEndpoint extends Error {
  override readonly name = 'BadEndpoint';
  readonly field: string;
  readonly reason: string;
  constructor(field: string, reason: string) {
    super(`${field} ${reason}.`);
    this.field = field;
    this.reason = reason;
  }
}
