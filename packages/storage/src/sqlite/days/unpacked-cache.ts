import { workingMemory } from '../working-memory.ts';
import { aligned } from './aligned.ts';
import type { Numbers } from './column-body.ts';
import type { ColumnRoom, RoomInBuffer } from './column-room.ts';
import { PackedTexts } from './packed-texts.ts';
import type { PassingRoom } from './passing-room.ts';

type Key = number | string;
/** What is read together: columns of one kind, of whatever days. `null`: whatever is small. */
type Kind = number | string | null;
type Move = <Column extends Numbers>(column: Column) => Column;

/** Room for columns of a kind, one after the other. */
type Chunk = {
  readonly kind: Kind;
  readonly buffer: SharedArrayBuffer;
  used: number;
  usedIn: number;
  readonly keys: Key[];
};
/** A value, and where its columns are: for most in one chunk. */
type Entry = { readonly value: object; readonly chunks: ReadonlySet<Chunk> };
type HowKept = {
  readonly kind?: Kind;
  /** Nothing of what is given lies there, also where nothing was kept. */
  readonly passing?: PassingRoom;
};

/** Of most chunks, a part of the room. What is larger has one to itself, which is twice as long, or twice that, and so on. */
const LEAST_CHUNK_BYTES = 2 ** 17;
const MOST_CHUNK_BYTES = 2 ** 21;
const CHUNKS = 64;
/** What is a smaller part of a chunk lies with others that are small: chunks of each kind would be empty for the most part. */
const SMALL_PART = 1 / 64;
/** The part of the room that is for what more than one question has used: a long row of questions would else push all of it out. */
const FOR_OFTEN = 2 / 3;

/**
 * Keeps what was taken apart, as far as there is room. What one question alone has used goes first, then the rest:
 * known as a segmented LRU. Of each, what was used by the longest past question goes first, and of this what it used
 * last: questions go over days in the order of time, so that another one will need that last. But nothing goes that the
 * question at work has used itself: one that reads more than there is room for would otherwise find none of it the next
 * time.
 *
 * Columns are copied into chunks, which hold others once these have gone. So nobody may keep a column for longer than a
 * question. Arrays of their own would be collected as garbage, all of it anew for each 64 MB, and what small ones leave
 * behind in the memory of the process is too small for others. Chunks are shared buffers, since those alone are not
 * counted as garbage to come. A chunk stays as long as anything in it is used, so that each has columns of one kind:
 * with all columns of a day in one, those of which a question reads a few would keep the others from going.
 */
export class UnpackedCache {
  #room = 0;
  #chunkBytes = LEAST_CHUNK_BYTES;
  readonly #entries = new Map<Key, Entry>();
  /** Used by one question alone since they are filled, and by more than one: the longest unused first. */
  readonly #once = new Set<Chunk>();
  readonly #often = new Set<Chunk>();
  #oftenBytes = 0;
  /** Buffers that hold nothing, by size. */
  readonly #spare = new Map<number, SharedArrayBuffer[]>();
  /** Of all buffers. */
  #bytes = 0;
  readonly #filling = new Map<Kind, Chunk>();
  #question = 0;
  /** In which room was given since something was kept. */
  readonly #made = new Set<Chunk>();

  /** To be called when a question begins. `room`: how many bytes may be kept from now on. */
  begin(room: number): void {
    this.#question += 1;
    this.#room = room;
    this.#chunkBytes = chunkBytesOf(room);
    this.#made.clear();
    while (this.#bytes > room && (this.#dropSpare() || this.#forgetOldest()));
  }

  get(key: Key): object | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    for (const chunk of entry.chunks) this.#use(chunk);
    return entry.value;
  }

  /** Room for the columns of what is kept next, so that they need not be moved. */
  roomOf(kind: Kind): ColumnRoom {
    return (bytes) => {
      const chunk = this.#chunkFor(kind, bytes);
      if (chunk === null) return workingMemory.room(bytes);
      this.#made.add(chunk);
      return takenFrom(chunk, bytes);
    };
  }

  /**
   * Keeps a value, in place of a former one, where there is room for it or can be made; what does not lie in room of the cache yet
   * is moved there. Gives the value as it is kept.
   */
  keep<Value extends object>(key: Key, value: Value, { kind = null, passing }: HowKept = {}): Value {
    const chunks = new Set(this.#made);
    this.#made.clear();
    const isPlaced = ({ buffer }: ArrayBufferView) => [...chunks].some((chunk) => chunk.buffer === buffer);
    const others = columnsOf(value).filter((column) => !isPlaced(column));
    let kept = value;
    if (others.length > 0) {
      const bytes = others.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0);
      const chunk = this.#chunkFor(kind, bytes);
      if (chunk === null)
        return moved(value, (column) => (passing?.holds(column) ? copyForQuestion(column) : column));
      kept = moved(value, (column) =>
        isPlaced(column) ? column : copyIn(column, takenFrom(chunk, column.byteLength)),
      );
      chunks.add(chunk);
    }
    this.#entries.set(key, { value: kept, chunks });
    for (const { keys } of chunks) keys.push(key);
    return kept;
  }

  #use(chunk: Chunk): void {
    if (chunk.usedIn === this.#question) return;
    chunk.usedIn = this.#question;
    if (this.#once.delete(chunk)) this.#oftenBytes += chunk.buffer.byteLength;
    else this.#often.delete(chunk);
    this.#often.add(chunk);
    for (const oldest of this.#often) {
      if (this.#oftenBytes <= this.#room * FOR_OFTEN || oldest.usedIn === this.#question) return;
      this.#takeFromOften(oldest);
      this.#once.add(oldest);
    }
  }

  #takeFromOften(chunk: Chunk): void {
    if (this.#often.delete(chunk)) this.#oftenBytes -= chunk.buffer.byteLength;
  }

  /** With room for so many bytes; null where there is none. */
  #chunkFor(ofKind: Kind, bytes: number): Chunk | null {
    const kind = bytes < this.#chunkBytes * SMALL_PART ? null : ofKind;
    const filling = this.#filling.get(kind);
    if (filling !== undefined && filling.used + bytes <= filling.buffer.byteLength) {
      this.#use(filling);
      return filling;
    }
    let size = this.#chunkBytes;
    while (size < bytes) size *= 2;
    const buffer = this.#bufferOf(size);
    if (buffer === null) return null;
    const chunk: Chunk = { kind, buffer, used: 0, usedIn: this.#question, keys: [] };
    this.#once.add(chunk);
    if (size === this.#chunkBytes) this.#filling.set(kind, chunk);
    return chunk;
  }

  #bufferOf(size: number): SharedArrayBuffer | null {
    for (;;) {
      const spare = this.#spare.get(size)?.pop();
      if (spare !== undefined) return spare;
      if (this.#bytes + size <= this.#room) {
        this.#bytes += size;
        return new SharedArrayBuffer(size);
      }
      if (!this.#dropSpare() && !this.#forgetOldest()) return null;
    }
  }

  /** False where there is none. */
  #dropSpare(): boolean {
    for (const buffers of this.#spare.values()) {
      const dropped = buffers.pop();
      if (dropped === undefined) continue;
      this.#bytes -= dropped.byteLength;
      return true;
    }
    return false;
  }

  /** False where the question at work has used all that there is. */
  #forgetOldest(): boolean {
    const oldest = this.#unusedOf(this.#once) ?? this.#unusedOf(this.#often);
    if (oldest === undefined) return false;
    this.#once.delete(oldest);
    this.#takeFromOften(oldest);
    if (this.#filling.get(oldest.kind) === oldest) this.#filling.delete(oldest.kind);
    for (const key of oldest.keys) if (this.#entries.get(key)?.chunks.has(oldest)) this.#entries.delete(key);
    const { buffer } = oldest;
    const spare = this.#spare.get(buffer.byteLength) ?? [];
    spare.push(buffer);
    this.#spare.set(buffer.byteLength, spare);
    return true;
  }

  /** Of what the question at work has not used, the last one that the longest past question has. */
  #unusedOf(chunks: Iterable<Chunk>): Chunk | undefined {
    let found: Chunk | undefined;
    for (const chunk of chunks) {
      if (chunk.usedIn === this.#question) continue;
      if (found !== undefined && chunk.usedIn !== found.usedIn) break;
      found = chunk;
    }
    return found;
  }
}

function chunkBytesOf(room: number): number {
  let bytes = LEAST_CHUNK_BYTES;
  while (bytes < MOST_CHUNK_BYTES && 2 * bytes * CHUNKS <= room) bytes *= 2;
  return bytes;
}

const isColumn = (value: unknown): value is Numbers | PackedTexts =>
  ArrayBuffer.isView(value) || value instanceof PackedTexts;

/** The columns of a value. */
function columnsOf(value: object): readonly ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  if (value instanceof PackedTexts) return value.columns;
  return Object.values(value).flatMap((own) => (isColumn(own) ? columnsOf(own) : []));
}

/** The same value, with its columns where they are placed. */
function moved<Value extends object>(value: Value, place: Move): Value {
  if (ArrayBuffer.isView(value)) return place(value as Value & Numbers);
  if (value instanceof PackedTexts) {
    const [bytes, starts] = value.columns;
    return value.in([place(bytes), place(starts)]) as Value & PackedTexts;
  }
  const entries = Object.entries(value).map(([name, own]) => [name, isColumn(own) ? moved(own, place) : own]);
  return Object.fromEntries(entries) as Value;
}

function takenFrom(chunk: Chunk, bytes: number): RoomInBuffer {
  const { buffer, used: byteOffset } = chunk;
  chunk.used += aligned(bytes);
  return { buffer, byteOffset };
}

/** What there is no room for goes with the question, as all that it works with. */
const copyForQuestion = <Column extends Numbers>(column: Column) =>
  copyIn(column, workingMemory.room(column.byteLength));

function copyIn<Column extends Numbers>(column: Column, { buffer, byteOffset }: RoomInBuffer): Column {
  const Copy = column.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => Column;
  const copy = new Copy(buffer, byteOffset, column.length);
  copy.set(column);
  return copy;
}
