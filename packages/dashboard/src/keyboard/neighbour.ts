import { addressOf, item, state } from '../address/location.ts';
import { conversionList } from '../ask/conversions.ts';

/** The address of the conversion before or after the open one, in the list that it was opened from; null at its ends. */
export function neighbour(direction: 1 | -1): string | null {
  const listed = conversionList.answer.value?.data ?? [];
  const at = listed.findIndex(({ id }) => id === item.value);
  const found = at === -1 ? undefined : listed[at + direction];
  return found === undefined ? null : addressOf(`conversions/${found.id}`, { list: state.value.list });
}
