import { basename } from 'node:path';

type SchemaVersions = { readonly store: string; readonly found: number; readonly wanted: number };

/** The store's schema is older than the program, and migrations were not asked for. */
export class SchemaOutOfDate extends Error {
  override readonly name = 'SchemaOutOfDate';
  constructor({ store, found, wanted }: SchemaVersions) {
    super(`The ${store} store has schema ${found} and this version needs ${wanted}. Run: cvq migrate`);
  }
}

/** The store's schema is newer than the program: a later version wrote it. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
  constructor({ store, found, wanted }: SchemaVersions) {
    super(
      `The ${store} store has schema ${found} of a later version; this one knows ${wanted}. Upgrade cvq.`,
    );
  }
}

/** Whether SQLite has no room: for what it writes, or for the index of a log, which it only calls an error of the disk. */
export function isOfFullDisk(error: Error): boolean {
  return 'code' in error && /^SQLITE_(FULL|IOERR_SHMSIZE)$/.test(String(error.code));
}

/** The store cannot be opened for writing: no right to, no room, no such disk. */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
  constructor(place: string, cause: Error) {
    const reason = isOfFullDisk(cause) ? 'the disk is full' : cause.message;
    super(`${place} cannot be written: ${reason}. Check its owner, its disk and the room on it.`, {
      cause,
    });
  }
}

/** The stores that hold what cannot be made again. */
export type StoreName = 'control' | 'events';

/** A store is missing or empty, and something else shows that it was in use: a new one would hide the loss. */
export class StoreLost extends Error {
  override readonly name = 'StoreLost';
  constructor(
    store: StoreName,
    {
      file,
      isMissing,
      trace,
    }: { readonly file: string; readonly isMissing: boolean; readonly trace: string },
  ) {
    super(
      `The ${store} store is lost: ${file} is ${isMissing ? 'missing' : 'empty'}, but ${trace} shows that it was in use. Restore it from a backup. If it is lost for good, cvq store accept ${store} continues with a new, empty one: see docs/deploying.md.`,
    );
  }
}

/** The events are those of an earlier time than a collector has left them at. */
export class StoreOlder extends Error {
  override readonly name = 'StoreOlder';
  constructor(file: string, { commits, mark }: { readonly commits: number; readonly mark: number }) {
    super(
      `The events store has gone back: ${file} ends with commit ${commits}, and it had come to ${mark}, so acknowledged events are missing. An older copy is in its place, or its -wal file is lost. Restore the newest state that there is. If there is none newer, cvq store accept events continues with this one: see docs/deploying.md.`,
    );
  }
}

/** What can happen to a file of an open store. */
export type StoreLoss = 'removed' | 'replaced' | 'emptied' | 'cut short' | 'overwritten';

/** A file of an open store is no longer the one in the data folder, or somebody else has written it. */
export class StoreMoved extends Error {
  override readonly name = 'StoreMoved';
  constructor(file: string, what: StoreLoss) {
    super(`${file} was ${what} while the collector runs. ${remedyFor(file, what)}`);
  }
}

/** The index holds no data, and is made anew at a start. */
function remedyFor(file: string, what: StoreLoss): string {
  const isMoved = what === 'removed' || what === 'replaced';
  if (!isMoved)
    return 'What it held may be lost. Nothing more is acknowledged: stop the collector, restore a backup, and start it again.';
  const back = 'Nothing is acknowledged until the same file is back.';
  if (file.endsWith('-shm'))
    return `${back} Or stop the collector and start it again: no data is lost with it.`;
  return `What is stored in it would be lost. ${back} Else stop the collector, restore a backup, and start it again.`;
}

/** What is in the place of the store is no database, or no longer a whole one. */
export class StoreBroken extends Error {
  override readonly name = 'StoreBroken';
  constructor(place: string, cause: Error) {
    super(
      `${place} is broken: ${cause.message}. Restore it from a backup. Without one, move it and its -wal and -shm files away, and cvq store accept ${basename(place, '.db')} continues with a new, empty store.`,
      { cause },
    );
  }
}

/** The store has to be this process's alone, and another has it open. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
  constructor(file: string) {
    super(`${file} is in use by another process. Stop the collector, and start it again afterwards.`);
  }
}

/** Too many questions of one account wait for their answer. */
export class TooManyQuestions extends Error {
  override readonly name = 'TooManyQuestions';
  constructor(most: number) {
    super(`${most} questions of this account wait for an answer already. Ask again when some are answered.`);
  }
}

/** A question was not answered by its deadline. */
export class QuestionTimedOut extends Error {
  override readonly name = 'QuestionTimedOut';
  readonly deadlineSeconds: number;
  constructor(deadlineSeconds: number) {
    super(`The question was not answered within ${deadlineSeconds} seconds`);
    this.deadlineSeconds = deadlineSeconds;
  }
}

/** Something was asked of reports that are closed. */
export class ReportsClosed extends Error {
  override readonly name = 'ReportsClosed';
  constructor() {
    super('The reports are closed, so that nothing can be asked');
  }
}

/** An import of spend that another of the same source has taken the place of, or whose source was removed. */
export class SpendImportEnded extends Error {
  override readonly name = 'SpendImportEnded';
  constructor() {
    super(
      'Another import of the same spend has begun, or what it is for was removed. Nothing of this one is stored.',
    );
  }
}

/** An import of spend with two lines of the same platform, campaign and day. Nothing of it is stored. */
export class SpendLineRepeated extends Error {
  override readonly name = 'SpendLineRepeated';
  constructor() {
    super('Two lines are of the same platform, campaign and day. Nothing is stored.');
  }
}
