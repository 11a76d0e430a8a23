import { addressOf, item, state } from '../address/location.ts';
import { conversion } from '../ask/conversion.ts';
import { conversionList, newer, older } from '../ask/conversions.ts';

/** The address of the conversion before or after the open one, in the list that it was opened from; null at its ends. */
export function neighbour(direction: 1 | -1): string | null {
  const listed = conversionList.answer.value?.data ?? [];
  const at = listed.findIndex(({ id }) => id === item.value);
  const found = (at === -1 ? undefined : listed[at + direction]) ?? besidePage(direction);
  return found === undefined ? null : addressOf(`conversions/${found.id}`, { list: state.value.list });
}

/** The one that the list goes on with beyond what a page of it shows. */
function besidePage(direction: 1 | -1) {
  const { answer, isStale } = direction === 1 ? older : newer;
  // While another conversion is opened, the answer is about the last one.
  const isKnown = conversion.answer.value?.data.id === item.value && !isStale.value;
  return isKnown ? answer.value?.data[0] : undefined;
}
