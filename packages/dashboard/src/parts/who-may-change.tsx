/** To whom may only read: who can change what is here. */
export function WhoMayChange({ of }: { readonly of: string }) {
  return <p class="muted small">Admins and owners of {of} can change this.</p>;
}
