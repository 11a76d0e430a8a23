const NAME = 'BlockBroken';

/** A block of archived rows is not as it was stored. The rows that it holds stand nowhere else. */
export class BlockBroken extends Error {
  override readonly name = NAME;

  constructor(block: WhichBlock, cause: unknown) {
    super(
      `Block ${block.id} of archived ${block.of} is not as it was stored: those of project ${block.project} from ${isoOf(block.firstKey)} to ${isoOf(block.lastKey)} cannot be read. Restore the store from a backup.`,
      { cause },
    );
  }
}

/** Also of an error that has come from another thread. */
export function isBlockBroken(error: unknown): error is Error {
  return error instanceof Error && error.name === NAME;
}

type WhichBlock = {
  readonly id: number;
  readonly of: string;
  /** The number of the project. */
  readonly project: number;
  readonly firstKey: number;
  readonly lastKey: number;
};

const isoOf = (ms: number): string => new Date(ms).toISOString();
