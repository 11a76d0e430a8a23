const NAME = 'DeliveryLogUnreadable';

/** What became of conversions at ad platforms cannot be read, though the events can. */
export class DeliveryLogUnreadable extends Error {
  override readonly name = NAME;

  constructor(cause: unknown) {
    super('The log of deliveries to ad platforms cannot be read.', { cause });
  }
}

/** Also of an error that has come from another thread. */
export function isDeliveryLogUnreadable(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}
