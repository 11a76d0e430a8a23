/** The id of the list of projects, which buttons open by `popovertarget`. */
export const SWITCHER_ID = 'switcher';
