/** A conversion as a platform counts it. */
export type HeldConversion = {
  readonly account: string;
  /** The conversion action, event name or goal. */
  readonly action: string;
  /** By what the platform knows a repeat; null where it cannot. */
  readonly key: string | null;
  readonly orderId: string | null;
  /** By their names, such as `gclid`. */
  readonly clickIds: Readonly<Record<string, string>>;
  readonly value: number | null;
  readonly currency: string | null;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Hashes of user data, by the platform's names of the fields. */
  readonly hashes: Readonly<Record<string, readonly string[]>>;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** As it was sent. */
  readonly sent: unknown;
};

/** A conversion that was taken and does not count, with the platform's word for it. */
export type UncountedConversion = { readonly reason: string; readonly conversion: HeldConversion };

export type Conversions = {
  /** The first that is held under one of the keys and was received since; null where there is none. */
  find(keys: readonly string[], since?: number): HeldConversion | null;
  /** Takes and counts it; from now on it is found by the keys. */
  count(conversion: HeldConversion, keys: readonly string[]): void;
  /** Takes it without counting it. */
  setAside(reason: string, conversion: HeldConversion): void;
  counted(): readonly HeldConversion[];
  uncounted(): readonly UncountedConversion[];
  forget(): void;
};

/** What a platform was sent and took, in the order of arrival. */
export function openConversions(): Conversions {
  const counted: HeldConversion[] = [];
  const uncounted: UncountedConversion[] = [];
  const latest = new Map<string, HeldConversion>();
  return {
    find(keys, since = Number.NEGATIVE_INFINITY) {
      const held = keys.map((key) => latest.get(key)).find((found) => found !== undefined);
      return held !== undefined && held.receivedAt >= since ? held : null;
    },
    count(conversion, keys) {
      counted.push(conversion);
      for (const key of keys) latest.set(key, conversion);
    },
    setAside: (reason, conversion) => void uncounted.push({ reason, conversion }),
    counted: () => counted,
    uncounted: () => uncounted,
    forget() {
      counted.length = 0;
      uncounted.length = 0;
      latest.clear();
    },
  };
}
