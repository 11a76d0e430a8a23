import type { NotReadReason } from './why-not-read.ts';

type OfProject = { readonly project: string; readonly platform: string };

/** Why the spend of an integration is not read, in a sentence, and how to change that. */
export function howToHaveRead(reason: NotReadReason, { project, platform }: OfProject): string {
  const which = `--project ${project} --platform ${platform}`;
  switch (reason) {
    case 'paused':
      return `The integration is paused. Resume it with cvq integration resume ${which}`;
    case 'no_account':
      return `No ad account is given. Give it with cvq integration update ${which} --spend-account act_…`;
    case 'demo':
      return 'It is an integration of the demo, which has no credentials.';
  }
}
