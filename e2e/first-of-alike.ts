/** Of tests that a list makes alike, `npm test` has the first; `npm run test:whole` has all of them. */
export function firstOfAlike(index: number): { tag: string[] } {
  return { tag: index === 0 ? [] : ['@long'] };
}
