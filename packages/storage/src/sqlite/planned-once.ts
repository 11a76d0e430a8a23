/** A parameter that something must equal, or that limits how many rows there are. */
const COMPARED = /((?<![<>!])=|\bIS|\bLIMIT)(\s+)(\?|:\w+)/g;

/**
 * A statement that SQLite plans once, whatever its parameters are. By itself SQLite 3.54 plans a statement anew whenever
 * a parameter of such a place changes, since 0 and 1 are frequent values; and the driver empties all parameters after
 * each run, which is a change. Planning takes several times as long as running what reads few rows. `likely` is no call:
 * it tells the planner nothing of a parameter, and is left out of the program (https://www.sqlite.org/lang_corefunc.html#likely).
 */
export const plannedOnce = (sql: string): string => sql.replace(COMPARED, '$1$2likely($3)');
