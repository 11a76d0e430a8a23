/** What an element says in attributes `data-service-…`, by their names in snake_case. An empty one says nothing. */
export function attributesOf(element: Element | null): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { name, value } of element?.attributes || []) {
    const [, property] = name.split('data-service-');
    if (property && value) found[property.replace(/-/g, '_')] = value;
  }
  return found;
}
