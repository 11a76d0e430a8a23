import type { Dimension, MultiValuedDimension } from '@cvq/contract';

/** What a panel can show. */
export type PanelDimension = Dimension | MultiValuedDimension;

type Tab = { readonly dimension: PanelDimension; readonly name: string };
type Panel<Id extends string> = {
  readonly id: Id;
  /** How many rows it shows. */
  readonly rows: number;
  /** The first is what it shows unless told otherwise, and names the panel. */
  readonly tabs: readonly [Tab, ...Tab[]];
};

const panel = <Id extends string>(id: Id, rows: number, ...tabs: [Tab, ...Tab[]]): Panel<Id> => ({
  id,
  rows,
  tabs,
});
const tab = (dimension: PanelDimension, name: string): Tab => ({ dimension, name });

/** The panels of the Overview, row by row, left before right. */
export const PANELS = [
  panel('sources', 8, tab('source', 'Sources'), tab('channel', 'Channel'), tab('referrer', 'Referrer')),
  panel(
    'pages',
    8,
    ...([
      tab('page', 'Pages'),
      tab('entry_page', 'Entry'),
      tab('exit_page', 'Exit'),
      tab('seen_page', 'Seen'),
    ] as [Tab, ...Tab[]]),
  ),
  panel(
    'campaigns',
    6,
    ...([
      tab('campaign', 'Campaigns'),
      tab('ad_platform', 'Platform'),
      tab('medium', 'Medium'),
      tab('term', 'Term'),
      tab('content', 'Content'),
    ] as [Tab, ...Tab[]]),
  ),
  panel(
    'places',
    6,
    ...([
      tab('country', 'Places'),
      tab('region', 'Region'),
      tab('city', 'City'),
      tab('language', 'Language'),
    ] as [Tab, ...Tab[]]),
  ),
  panel('devices', 6, tab('device', 'Devices'), tab('browser', 'Browser'), tab('os', 'System')),
  panel('events', 6, tab('event_type', 'Events'), tab('hostname', 'Host')),
] as const;

export type PanelId = (typeof PANELS)[number]['id'];
