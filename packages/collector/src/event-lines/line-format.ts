/**
 * The format of an exported line. It is raised when an import of older lines would give other answers: those of
 * format 1 had no number, and did not tell a device from a user of the same name, or a removed order from another.
 */
export const LINE_FORMAT = 2;
