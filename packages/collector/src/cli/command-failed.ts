/** A command that cannot do what was asked, for a reason that the message tells in full. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
