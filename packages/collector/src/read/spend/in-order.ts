/** How two texts stand to each other in a list, by their characters: for `sort`. */
export const inOrder = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1);
