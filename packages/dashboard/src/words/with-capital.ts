/** With a capital letter first. */
export const withCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
