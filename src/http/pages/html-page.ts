import { createHash } from 'node:crypto'

/** Layout of the HTML pages: one style sheet, no scripts, no external resources. */

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --accent: #3b6fb6 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
code, pre { font: 14px/1.45 ui-monospace, monospace }
pre { background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: 6px }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
h3 { margin-top: 2rem }
a { color: var(--accent) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line) }
.method { font-weight: 600; text-transform: uppercase }
.role { float: right; font-weight: 400; font-size: 14px }
`

const styleHash = createHash('sha256').update(STYLE, 'utf8').digest('base64')
/** Content-Security-Policy of every page. It allows only the style sheet above. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Returns a complete HTML page. @param body HTML in which foreign text is escaped with `escapeHtml` */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
