import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';

/** A section of the settings: its word in the list, its place in the address, and what shows it. */
type SettingsSectionName = {
  readonly place: string;
  readonly name: string;
  readonly section: ComponentType;
};

/** The settings, in the order of their list. The first is opened where the address names none. */
export const SECTIONS: readonly [SettingsSectionName, ...SettingsSectionName[]] = [
  { place: 'project', name: 'Project', section: lazy(() => import('./project.tsx')) },
  { place: 'tracking', name: 'Tracking', section: lazy(() => import('./tracking.tsx')) },
  { place: 'keys', name: 'Keys', section: lazy(() => import('./keys.tsx')) },
  { place: 'integrations', name: 'Integrations', section: lazy(() => import('./integrations.tsx')) },
  {
    place: 'applications',
    name: 'Connected applications',
    section: lazy(() => import('./applications.tsx')),
  },
  { place: 'erasure', name: 'Erasure', section: lazy(() => import('./erasure.tsx')) },
  { place: 'you', name: 'You', section: lazy(() => import('./you.tsx')) },
];
