import type { Connection } from './open-database.ts';

/**
 * What is made of a connection, once for each: what one question has prepared or taken apart is there for the next. The
 * memory of a statement that is forgotten instead is only given back with the garbage of long ago.
 */
export function oncePerConnection<Made>(make: (db: Connection) => Made): (db: Connection) => Made {
  const made = new WeakMap<Connection, { readonly made: Made }>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known.made;
    const one = { made: make(db) };
    made.set(db, one);
    return one.made;
  };
}
