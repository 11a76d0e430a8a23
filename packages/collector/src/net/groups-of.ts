const COLON = 58;
const NINE = 57;
const ZERO = 48;
/** `a` is this many before ten, in either case. */
const BEFORE_A = 87;
const LOWER_CASE = 32;

/**
 * The eight groups of an IPv6 address that has groups only: no zone and no dots. For any other text the result means nothing.
 */
export function groupsOf(address: string): number[] {
  const groups: number[] = [];
  let group = -1;
  let gap = -1;
  for (let index = 0; index <= address.length; index += 1) {
    const code = index === address.length ? COLON : address.charCodeAt(index);
    if (code !== COLON) {
      const digit = code <= NINE ? code - ZERO : (code | LOWER_CASE) - BEFORE_A;
      group = group < 0 ? digit : group * 16 + digit;
    } else if (group >= 0) {
      groups.push(group);
      group = -1;
    } else if (index < address.length) {
      // The second of two colons, or the first at the beginning.
      gap = groups.length;
    }
  }
  if (gap >= 0) groups.splice(gap, 0, ...ZEROS.slice(groups.length));
  return groups;
}

const ZEROS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0];
