import {
  openControlStore as openControl,
  openIngestLedger as openEvents,
  type ProjectRecord,
  type StoreLocation,
} from '@cvq/storage';

export * from '@cvq/storage';

/** The hosts of a project with this name fail when they are read, as a bug in our code would. */
export function openControlStore(location: StoreLocation) {
  const control = openControl(location);
  return {
    ...control,
    listProjects: async () =>
      (await control.listProjects()).map((project) =>
        project.name === 'Stumbling' ? stumbling(project) : project,
      ),
  };
}

function stumbling(project: ProjectRecord): ProjectRecord {
  return {
    ...project,
    get hosts(): never {
      throw new TypeError('A fault before the commit', { cause: new RangeError('its deeper cause') });
    },
  };
}

/** What became of events whose type is `stumble` fails when it is read. */
export function openIngestLedger(location: StoreLocation) {
  const store = openEvents(location);
  return {
    ...store,
    async append(...[events, owed]: Parameters<typeof store.append>) {
      const outcomes = await store.append(events, owed);
      return outcomes.map((outcome, index) => {
        if (events[index]?.type !== 'stumble') return outcome;
        return {
          ...outcome,
          get id(): never {
            throw new TypeError('A fault after the commit');
          },
        };
      });
    },
  };
}
