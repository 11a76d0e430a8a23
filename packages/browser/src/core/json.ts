import { MAX_TEXT_LENGTH } from '@cvq/contract/constants';

type Holder = Record<
  string,
  { toJSON?: unknown; slice?: (from: number, to: number) => unknown } | null | undefined
>;

/**
 * JSON with texts cut to what the collector takes, since it refuses longer ones and with them the event. Old libraries
 * give all arrays or all objects a `toJSON`, which makes texts of them: it is passed over, that of a date is not.
 */
export function json(value: unknown): string {
  return JSON.stringify(value, function (this: Holder, name, part) {
    const own = this[name];
    // Texts and lists can be cut; another object may have something else of this name.
    if (own?.slice?.call) return own.slice(0, MAX_TEXT_LENGTH);
    return own?.toJSON === ({} as { toJSON?: unknown }).toJSON ? own : part;
  });
}
