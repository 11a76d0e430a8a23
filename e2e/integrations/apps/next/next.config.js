/** This folder is the whole project, though folders above it have a lock file. */
export default { turbopack: { root: import.meta.dirname } };
