import { state, unreadRange } from '../address/location.ts';
import { RANGES } from '../address/ranges.ts';

/** The line has room for so many characters of what an address says. */
const MOST = 60;

/** Says that the address names no range, and which one is shown instead. */
export default function UnreadRange() {
  const { range } = state.value;
  const shown = RANGES.find(({ preset }) => 'preset' in range && preset === range.preset);
  return (
    <p class="notice" role="status">
      The address says <code>{unreadRange.value?.slice(0, MOST)}</code>, which is no range. What is shown is “
      {shown?.name}”.
    </p>
  );
}
