/** A Markdown table: the first column is text, the others are figures. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map((row) => line(row.map(figure)))].join('\n');
}

function figure(value) {
  return typeof value === 'number' ? value.toLocaleString('en-US') : value;
}
