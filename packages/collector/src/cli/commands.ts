import type { Command } from 'commander';

type Listed = {
  readonly description: string;
  /** Its options and subcommands; to be asked for when it is called. */
  readonly load: () => Promise<Command>;
};

/**
 * Every command in the order of the help. Each brings its own modules, which the others need not wait for: a collector
 * would hold those of all for as long as it runs.
 */
export const COMMANDS: Readonly<Record<string, Listed>> = {
  serve: {
    description: 'Start the collector.',
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  project: {
    description: 'Create, list, change and delete projects.',
    load: async () => (await import('./project.ts')).projectCommand(),
  },
  key: {
    description: 'Create, list and revoke secret keys of the read API.',
    load: async () => (await import('./key.ts')).keyCommand(),
  },
  account: {
    description: 'Create, list and change accounts, which own projects and keys.',
    load: async () => (await import('./account.ts')).accountCommand(),
  },
  user: {
    description: 'Create, list, change and delete users, who sign in.',
    load: async () => (await import('./user.ts')).userCommand(),
  },
  member: {
    description: 'Add, change, remove and list the members of accounts and projects.',
    load: async () => (await import('./member.ts')).memberCommand(),
  },
  agency: {
    description: 'Link agencies with clients, and restrict members of agencies.',
    load: async () => (await import('./agency.ts')).agencyCommand(),
  },
  oauth: {
    description: 'List and revoke what people let applications do.',
    load: async () => (await import('./oauth.ts')).oauthCommand(),
  },
  audit: {
    description: 'List who changed what.',
    load: async () => (await import('./audit.ts')).auditCommand(),
  },
  webhook: {
    description: 'Manage webhook endpoints, and show their deliveries.',
    load: async () => (await import('./webhook.ts')).webhookCommand(),
  },
  integration: {
    description: 'Connect projects with ad platforms that conversions are sent to.',
    load: async () => (await import('./integration.ts')).integrationCommand(),
  },
  spend: {
    description: 'Import what ads cost, and show where it comes from.',
    load: async () => (await import('./spend.ts')).spendCommand(),
  },
  rates: {
    description: 'Import exchange rates, by which spend in other currencies is converted.',
    load: async () => (await import('./rates.ts')).ratesCommand(),
  },
  events: {
    description: 'Export stored events, and import them.',
    load: async () => (await import('./events.ts')).eventsCommand(),
  },
  conversion: {
    description: 'Remove a conversion.',
    load: async () => (await import('./conversion.ts')).conversionCommand(),
  },
  erase: {
    description: 'Erase a person: who it was is gone for good, and every report stays as it was.',
    load: async () => (await import('./erase.ts')).eraseCommand(),
  },
  bots: {
    description: 'Manage bot rules of a project, and update the list of networks of crawlers.',
    load: async () => (await import('./bots.ts')).botsCommand(),
  },
  store: {
    description: 'Continue after a store was lost or has gone back, and make the file of events small.',
    load: async () => (await import('./store.ts')).storeCommand(),
  },
  secret: {
    description: 'Replace the secret, or continue with a new one after it was lost.',
    load: async () => (await import('./secret.ts')).secretCommand(),
  },
  backup: {
    description: 'Write the stores and their secret to a file, also while a collector runs.',
    load: async () => (await import('./backup.ts')).backupCommand(),
  },
  migrate: {
    description: 'Apply schema migrations to every store.',
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  check: {
    description: 'Check the integrity of every store. Exits with 1 when something is broken.',
    load: async () => (await import('./check.ts')).checkCommand(),
  },
  demo: {
    description: 'Create the demo project with realistic history, and a read key for it. Safe to repeat.',
    load: async () => (await import('./demo.ts')).demoCommand(),
  },
};
