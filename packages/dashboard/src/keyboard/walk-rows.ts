import { addressOf, item, openPage, page, state } from '../address/location.ts';
import { conversionList } from '../ask/conversions.ts';

/** The address of the conversion before or after the open one, in the list that it was opened from; null at its ends. */
export function neighbour(direction: 1 | -1): string | null {
  const listed = conversionList.answer.value?.data ?? [];
  const at = listed.findIndex(({ id }) => id === item.value);
  const found = at === -1 ? undefined : listed[at + direction];
  return found === undefined ? null : addressOf(`conversions/${found.id}`, { list: state.value.list });
}

/** To the next or the last row: of the open conversion to the page of that, else to the link of the row. */
export function walkRows(direction: 1 | -1): void {
  if (page.value === 'conversions' && item.value !== null) {
    const address = neighbour(direction);
    if (address !== null) openPage(address);
    return;
  }
  const links = [...document.querySelectorAll<HTMLElement>('main tbody [data-row]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next = at === -1 && direction === -1 ? -1 : at + direction;
  if (next >= 0) links[next]?.focus();
}
