import type { FoundFaults } from './found-faults.ts';

/** Enough to tell encodings apart: every table begins with letters. */
const HEAD_BYTES = 4;

/**
 * The bytes of a table that is in UTF-8, or in UTF-16LE with a byte order mark, as spreadsheets write it.
 * @throws BadFile for UTF-16 of another form, which no letter of the heading could be read of
 */
export async function* inKnownEncoding(
  input: AsyncIterable<Uint8Array | string>,
  faults: FoundFaults,
): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const given of input) {
    const bytes = Buffer.from(given as Uint8Array);
    if (head === null) {
      yield bytes;
      continue;
    }
    head = Buffer.concat([head, bytes]);
    if (head.length < HEAD_BYTES) continue;
    refuseUnknown(head, faults);
    yield head;
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}

function refuseUnknown(head: Buffer, faults: FoundFaults): void {
  const [first, second] = head;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  if (isLittleEndian || (!isBigEndian && !head.subarray(0, HEAD_BYTES).includes(0))) return;
  faults.add({
    line: 1,
    column: null,
    problem: 'The file is not in UTF-8.',
    fix: 'Save the file as "CSV UTF-8".',
  });
  faults.refuse();
}
