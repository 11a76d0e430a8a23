import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from 'node:fs';
import type { Connection } from '../open-database.ts';
import { noteClearing } from '../store-files/clearing-mark.ts';

/** Pages that are looked through, and cleared, at a time: some milliseconds. */
const AT_ONCE = 256;
/** By the first byte of a page of a tree where its cells are listed: https://sqlite.org/fileformat.html#b_tree_pages */
const LIST_AT: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/** The first byte tells trees from all else while numbers of pages have three bytes. */
const MOST_PAGES = 2 ** 24;
const LOCKED_BYTE = 0x40_00_00_00;
/** It has the names of tables, and changes with each clearing. */
const FIRST_PAGE = 1;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * Files that were opened once: to close one takes the locks of all connections to it that the process has.
 * https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
const opened = new Map<string, number>();

function openOnce(file: string): number {
  const known = opened.get(file);
  if (known !== undefined && fstatSync(known).ino === statSync(file).ino) return known;
  const fd = openSync(file, 'r+');
  opened.set(file, fd);
  return fd;
}

/**
 * The bytes between the list of a page's cells and the first cell, which belong to nothing. SQLite overwrites what it deletes, but
 * where it divides the rows of a full page anew it leaves a copy of what has moved there. They are overwritten in the
 * file itself, while nobody else can write, and except for pages that the log has a newer copy of.
 */
export class UnusedBytes {
  readonly #db: Connection;
  readonly #file: string;
  readonly #fd: number;
  readonly #pageBytes: number;
  readonly #hasMap: boolean;
  readonly #zeros: Buffer;

  /** `db`: a connection for this alone, since what it remembers of pages is not forgotten when it writes. */
  constructor(db: Connection, file: string) {
    this.#db = db;
    this.#file = file;
    this.#fd = openOnce(file);
    this.#pageBytes = db.pragma('page_size', { simple: true }) as number;
    this.#hasMap = db.pragma('auto_vacuum', { simple: true }) !== 0;
    this.#zeros = Buffer.alloc(this.#pageBytes);
  }

  /** Clears those of some pages, or of all; a part at a time. What the log has newer copies of is left: their numbers. */
  *clear(pages: readonly number[] | null): Generator<void, number[]> {
    const last = Math.min(Math.floor(fstatSync(this.#fd).size / this.#pageBytes), MOST_PAGES - 1);
    const left: number[] = [];
    for (let first = 1; first <= last; first += AT_ONCE) {
      const all = Array.from({ length: Math.min(AT_ONCE, last - first + 1) }, (_, index) => first + index);
      const wanted = pages === null ? all : all.filter((page) => pages.includes(page));
      const unclear = wanted.filter((page) => this.#unused(page) !== null);
      if (unclear.length > 0) left.push(...this.#overwrite(unclear));
      yield;
    }
    fdatasyncSync(this.#fd);
    return left;
  }

  #overwrite(pages: readonly number[]): number[] {
    return this.#db
      .transaction(() => {
        // A commit, of the first page: by it all others forget what they remember of pages.
        const version = this.#db.pragma('user_version', { simple: true });
        this.#db.pragma(`user_version = ${version}`);
        const inLog = this.#pagesInLog();
        noteClearing(this.#file);
        for (const page of pages) if (!inLog.has(page)) this.#overwriteOne(page);
        noteClearing(this.#file);
        return pages.filter((page) => inLog.has(page));
      })
      .immediate();
  }

  #overwriteOne(page: number): void {
    const unused = this.#unused(page);
    if (unused === null) return;
    const { from, bytes } = unused;
    writeSync(this.#fd, this.#zeros, 0, bytes, (page - 1) * this.#pageBytes + from);
  }

  /** Where a page has unused bytes that are not zero. */
  #unused(page: number): { readonly from: number; readonly bytes: number } | null {
    if (page === FIRST_PAGE || this.#isOther(page)) return null;
    const bytes = Buffer.alloc(this.#pageBytes);
    readSync(this.#fd, bytes, 0, this.#pageBytes, (page - 1) * this.#pageBytes);
    const listAt = LIST_AT[bytes.readUInt8()];
    if (listAt === undefined) return null;
    const from = listAt + 2 * bytes.readUInt16BE(3);
    const until = bytes.readUInt16BE(5) || 65_536;
    if (from >= until || until > this.#pageBytes) return null;
    return this.#zeros.compare(bytes, from, until, 0, until - from) === 0
      ? null
      : { from, bytes: until - from };
  }

  /** Pages that SQLite locks by, and those that say which page is whose. */
  #isOther(page: number): boolean {
    const locked = LOCKED_BYTE / this.#pageBytes + 1;
    if (page === locked) return true;
    if (!this.#hasMap || page < 2) return false;
    const apart = Math.floor(this.#pageBytes / 5) + 1;
    const map = Math.floor((page - 2) / apart) * apart + 2;
    return page === (map === locked ? map + 1 : map);
  }

  /** Pages that any frame of the log has, be it of an earlier commit. */
  #pagesInLog(): Set<number> {
    const pages = new Set<number>();
    const log = `${this.#file}-wal`;
    if (!existsSync(log)) return pages;
    const fd = openSync(log, 'r');
    try {
      const number = Buffer.alloc(4);
      const { size } = fstatSync(fd);
      const frame = FRAME_HEADER + this.#pageBytes;
      for (let at = LOG_HEADER; at < size; at += frame)
        if (readSync(fd, number, 0, 4, at) === 4) pages.add(number.readUInt32BE());
      return pages;
    } finally {
      closeSync(fd);
    }
  }
}
