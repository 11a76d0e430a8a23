/** Control characters, line breaks, and marks that turn the direction of what follows: a list would show another text. */
export const UNREADABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
