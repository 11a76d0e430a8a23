/** The record of a visitor who opted out. Its name does not begin as the others do, since it outlives them. */
export const OPT_OUT = 'no_cvq';
