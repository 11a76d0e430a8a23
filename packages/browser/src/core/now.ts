/** The time of now as a number. */
export function now(): number {
  // biome-ignore lint/complexity/useDateNow: an old library makes an object of it (datejs), which is a text in an id
  return +new Date();
}
