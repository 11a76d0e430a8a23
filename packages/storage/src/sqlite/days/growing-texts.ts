import { PackedTexts, type Texts } from './packed-texts.ts';
import { widened } from './widened.ts';

/** Of a UTF-16 unit in UTF-8. */
const MOST_BYTES = 3;
const GROWTH = 1.5;

/** Texts that others are added to, as bytes in UTF-8. */
export class GrowingTexts implements Texts {
  length = 0;
  #bytes: Buffer = Buffer.alloc(256);
  /** Where each begins, and where the next one will. */
  #starts = new Uint32Array(16);

  /** Its place. */
  add(text: string): number {
    this.stage(text);
    return this.addStaged();
  }

  /** A text by its bytes; gives its place. */
  addBytes(bytes: Uint8Array): number {
    const end = this.#end + bytes.byteLength;
    this.#makeRoom(end);
    this.#bytes.set(bytes, this.#end);
    this.#endStaged(end);
    return this.addStaged();
  }

  at(place: number): string {
    return this.#bytes.toString('utf8', this.#starts[place], this.#starts[place + 1]);
  }

  /** Puts a text behind all others, and gives the place that it has until the next is, unless `addStaged` follows. */
  stage(text: string): number {
    const start = this.#end;
    this.#makeRoom(start + text.length * MOST_BYTES);
    this.#endStaged(start + this.#bytes.write(text, start));
    return this.length;
  }

  /** Adds what was staged; gives its place. */
  addStaged(): number {
    this.length += 1;
    return this.length - 1;
  }

  areEqual(one: number, other: number): boolean {
    const [bytes, starts] = [this.#bytes, this.#starts];
    const [from, to] = [starts[one] as number, starts[one + 1] as number];
    const shift = (starts[other] as number) - from;
    if ((starts[other + 1] as number) - shift !== to) return false;
    for (let at = from; at < to; at += 1) if (bytes[at] !== bytes[at + shift]) return false;
    return true;
  }

  /** FNV-1a. */
  hashOf(place: number): number {
    const end = this.#starts[place + 1] as number;
    let hash = 0x811c_9dc5;
    for (let at = this.#starts[place] as number; at < end; at += 1)
      hash = Math.imul(hash ^ (this.#bytes[at] as number), 0x0100_0193);
    return hash ^ (hash >>> 15);
  }

  /** All texts, one after the other. */
  get joined(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#end) as Uint8Array<ArrayBuffer>;
  }

  /** The same texts, where none is added any more. */
  get packed(): PackedTexts {
    const starts = this.#starts.slice(0, this.length + 1);
    return new PackedTexts(this.joined, { starts, between: 0 });
  }

  get byteLength(): number {
    return this.#bytes.byteLength + this.#starts.byteLength;
  }

  get #end(): number {
    return this.#starts[this.length] as number;
  }

  #endStaged(end: number): void {
    const wanted = this.length + 2;
    if (wanted > this.#starts.length) this.#starts = widened(this.#starts, wanted, GROWTH);
    this.#starts[this.length + 1] = end;
  }

  #makeRoom(wanted: number): void {
    if (wanted <= this.#bytes.length) return;
    const wider = Buffer.alloc(Math.max(wanted, Math.ceil(this.#bytes.length * GROWTH)));
    wider.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = wider;
  }
}
