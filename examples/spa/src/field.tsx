import type { InputHTMLAttributes } from 'react';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string };

export function Field({ label, ...input }: FieldProps) {
  return (
    <label className="field">
      {label}
      <input required {...input} />
    </label>
  );
}

/** What a form says, by the names of its fields. */
export async function readFields(request: Request): Promise<(name: string) => string> {
  const form = await request.formData();
  return (name) => String(form.get(name) ?? '').trim();
}
