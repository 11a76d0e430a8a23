import { GrowingTexts } from './growing-texts.ts';
import type { PackedTexts, Texts } from './packed-texts.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The bytes of what `JSON.stringify` makes of a list of texts, without the list or the JSON ever being in the heap. */
export function jsonOfTexts(texts: Texts): Uint8Array<ArrayBuffer> {
  const json = new GrowingTexts();
  json.add('[');
  for (let place = 0; place < texts.length; place += 1) {
    if (place > 0) json.add(',');
    json.add(JSON.stringify(texts.at(place)));
  }
  json.add(']');
  return json.joined;
}

/** The texts of such bytes. */
export function textsOfJson(json: Uint8Array): PackedTexts {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const texts = new GrowingTexts();
  for (let start = bytes.indexOf(QUOTE); start >= 0; ) {
    let end = start + 1;
    let hasEscapes = false;
    while (end < bytes.length && bytes[end] !== QUOTE) {
      const isEscape = bytes[end] === BACKSLASH;
      hasEscapes ||= isEscape;
      end += isEscape ? 2 : 1;
    }
    if (hasEscapes) texts.add(JSON.parse(bytes.toString('utf8', start, end + 1)));
    else texts.addBytes(bytes.subarray(start + 1, end));
    start = bytes.indexOf(QUOTE, end + 1);
  }
  return texts.packed;
}
