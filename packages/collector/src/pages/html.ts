const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is safe inside HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

/** A whole page in the quiet style that all pages of the collector share. No script, no outside resource. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/pages.css">
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

export const PAGES_CSS = `
:root { color-scheme: light dark; --page: light-dark(#fbfaf7, #141416); --ink: light-dark(#1b1a17, #eceae4);
  --muted: light-dark(#6b675f, #9b978e); --line: light-dark(#e6e2da, #2a2a2d); --accent: light-dark(#4a4fd9, #9ba1ff); }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 720px; margin: 0 auto; padding: 48px 24px; }
h1 { font-size: 28px; } h2 { font-size: 16px; margin: 32px 0 0; border-top: 1px solid var(--line); padding-top: 16px; }
h2 code { font-weight: 600; } p { margin: 8px 0; } .muted { color: var(--muted); }
a { color: var(--accent); } pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border: 1px solid var(--line); font-size: 14px; }
:target { outline: 2px solid var(--accent); outline-offset: 8px; }
`;
