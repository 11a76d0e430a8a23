/** The id of the dialog that lists the keys. */
export const SHEET_ID = 'shortcuts';

/** Shows what every key does. */
export function openSheet(): void {
  const sheet = document.getElementById(SHEET_ID);
  if (sheet instanceof HTMLDialogElement) sheet.showModal();
}
