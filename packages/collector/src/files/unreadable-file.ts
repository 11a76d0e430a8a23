/** A file that cannot be used as it is. The message goes on after its name, such as `is a directory`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
