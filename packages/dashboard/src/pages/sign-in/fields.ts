import type { FormField } from '../../parts/form.tsx';

/** The lines that forms to sign in are made of. */
export const FIELDS = {
  name: { name: 'name', label: 'Name', type: 'text', autocomplete: 'name' },
  email: { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' },
  password: { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
  newPassword: {
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 10 characters.',
  },
} as const satisfies Readonly<Record<string, FormField>>;
