import { PERSON_PLACE } from './note-signed-in.ts';
import { person } from './session.ts';

// Another person may have signed in in another tab: then this one is theirs as well.
addEventListener('storage', ({ key, newValue }) => {
  if (key === PERSON_PLACE && person.value !== null && newValue !== (person.value.id ?? ''))
    location.reload();
});
