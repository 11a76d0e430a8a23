/** Texts by place. They need not lie in the heap of JavaScript, where each takes several times its bytes. */
export type Texts = {
  readonly length: number;
  /** A text by its place from 0. */
  at(place: number): string;
};

const SPACE = 0x20;

/** Texts as bytes in UTF-8, one after the other. */
export class PackedTexts implements Texts {
  readonly length: number;
  readonly #bytes: Buffer;
  /** Where each begins, and where the next one would. */
  readonly #starts: Uint32Array;
  /** Bytes between one and the next. */
  readonly #between: number;

  constructor(bytes: Uint8Array, { starts, between }: { starts: Uint32Array; between: number }) {
    this.length = starts.length - 1;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#starts = starts;
    this.#between = between;
  }

  /** The texts between the spaces of some bytes. */
  static split(bytes: Uint8Array): PackedTexts {
    let count = 1;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === SPACE) count += 1;
    const starts = new Uint32Array(count + 1);
    let place = 0;
    for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === SPACE) starts[++place] = at + 1;
    starts[count] = bytes.length + 1;
    return new PackedTexts(bytes, { starts, between: 1 });
  }

  at(place: number): string {
    const [start, next] = [this.#starts[place] as number, this.#starts[place + 1] as number];
    return this.#bytes.toString('utf8', start, next - this.#between);
  }

  /** What the texts lie in. */
  get columns(): readonly [bytes: Uint8Array, starts: Uint32Array] {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return [new Uint8Array(buffer, byteOffset, byteLength), this.#starts];
  }

  /** The same texts in columns that are equal to its own. */
  in([bytes, starts]: PackedTexts['columns']): PackedTexts {
    return new PackedTexts(bytes, { starts, between: this.#between });
  }
}
