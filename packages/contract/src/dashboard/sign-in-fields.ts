import { z } from 'zod';

/** The longest password in bytes: what is longer only costs time. */
export const MAX_PASSWORD_BYTES = 4096;

/** A password as somebody typed it. What a new one must be is a rule of accounts. */
export const PasswordText = z
  .string()
  .min(1)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_PASSWORD_BYTES, {
    error: `must have at most ${MAX_PASSWORD_BYTES} bytes`,
  });

/** An address as somebody typed it; it is longer than any that mail can be sent to. */
export const EmailText = z.string().min(1).max(300);

/** The token of a link, which its address has after `#`. */
export const LinkToken = z.string().min(1).max(200).describe('What the address of the link has after #.');
