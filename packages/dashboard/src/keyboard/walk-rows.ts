import { item, openPage, page } from '../address/location.ts';
import { neighbour } from './neighbour.ts';

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

/** As a click on the row that has the focus, where a click filters. */
export function filterByRow(): void {
  document.querySelector<HTMLElement>('button[data-row]:focus')?.click();
}
