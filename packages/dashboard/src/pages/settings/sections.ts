import type { ComponentType } from 'preact';
import { lazy } from 'preact-iso';

/** A section of the settings: its word in the list, its place in the address, and what shows it. */
type SettingsSectionName = {
  readonly place: string;
  readonly name: string;
  readonly section: ComponentType;
  /** Whether it is about one project. */
  readonly isOfProject?: true;
  /** Whether it is listed for superadmins alone. */
  readonly isForSuperadmins?: boolean;
};

/** The settings, in the order of their list. The first is opened where the address names none. */
export const SECTIONS: readonly [SettingsSectionName, ...SettingsSectionName[]] = [
  { place: 'project', name: 'Project', section: lazy(() => import('./project.tsx')), isOfProject: true },
  { place: 'tracking', name: 'Tracking', section: lazy(() => import('./tracking.tsx')), isOfProject: true },
  { place: 'keys', name: 'Keys', section: lazy(() => import('./keys.tsx')) },
  {
    place: 'integrations',
    name: 'Integrations',
    section: lazy(() => import('./integrations.tsx')),
    isOfProject: true,
  },
  {
    place: 'applications',
    name: 'Connected applications',
    section: lazy(() => import('./applications.tsx')),
  },
  { place: 'members', name: 'Members', section: lazy(() => import('./members.tsx')) },
  { place: 'agencies', name: 'Agency and clients', section: lazy(() => import('./agencies.tsx')) },
  { place: 'erasure', name: 'Erasure', section: lazy(() => import('./erasure.tsx')), isOfProject: true },
  { place: 'audit-log', name: 'Audit log', section: lazy(() => import('./audit-log.tsx')) },
  {
    place: 'accounts',
    name: 'Accounts',
    section: lazy(() => import('./accounts.tsx')),
    isForSuperadmins: true,
  },
  { place: 'you', name: 'You', section: lazy(() => import('./you.tsx')) },
];
