import type { ComponentType } from 'preact';
import { lazily } from '../../parts/lazily.ts';

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
  { place: 'project', name: 'Project', section: lazily(() => import('./project.tsx')), isOfProject: true },
  { place: 'tracking', name: 'Tracking', section: lazily(() => import('./tracking.tsx')), isOfProject: true },
  { place: 'keys', name: 'Keys', section: lazily(() => import('./keys.tsx')) },
  {
    place: 'integrations',
    name: 'Integrations',
    section: lazily(() => import('./integrations.tsx')),
    isOfProject: true,
  },
  {
    place: 'applications',
    name: 'Connected applications',
    section: lazily(() => import('./applications.tsx')),
  },
  { place: 'members', name: 'Members', section: lazily(() => import('./members.tsx')) },
  { place: 'agencies', name: 'Agency and clients', section: lazily(() => import('./agencies.tsx')) },
  { place: 'erasure', name: 'Erasure', section: lazily(() => import('./erasure.tsx')), isOfProject: true },
  { place: 'audit-log', name: 'Audit log', section: lazily(() => import('./audit-log.tsx')) },
  {
    place: 'accounts',
    name: 'Accounts',
    section: lazily(() => import('./accounts.tsx')),
    isForSuperadmins: true,
  },
  { place: 'you', name: 'You', section: lazily(() => import('./you.tsx')) },
];
