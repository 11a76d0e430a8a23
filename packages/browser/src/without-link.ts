/** An address without what carries a visitor to another domain. All else stays as it was written. */
export function withoutLink(address: string): string {
  return address.replace(/([?&])(?:_cvl=[^&#]*(&?))+/, (_, before, after) => after && before);
}
