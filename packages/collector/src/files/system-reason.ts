/** What the codes of the system mean for a file, said so that it follows its name. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be used by this user: check its owner and its mode, and those of its folder',
  EISDIR: 'is a directory, and a file is needed',
  ELOOP: 'is a link that leads back to itself',
  ENAMETOOLONG: 'has a name that is too long',
  ENOENT: 'does not exist',
  ENOSPC: 'cannot be written: the disk is full',
  ENOTDIR: 'lies in what is a file and no directory',
  EPERM: 'may not be used by this user: check its owner and its mode, and those of its folder',
  EROFS: 'cannot be written: its disk is read-only',
};

/** Why the system refused a file, in words that follow its name; null where its own words are all there is. */
export function systemReason(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? null;
}
