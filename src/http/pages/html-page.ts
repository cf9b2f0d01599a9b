import { createHash } from 'node:crypto'
import { DOCS_SCRIPT_SOURCE } from './docs-script.js'

/** Layout of the HTML pages: one style sheet, at most one script of ours, no external resources. */

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#ddd6c8, #3b362f); --soft: light-dark(#f1ece1, #262320); --sheet: light-dark(#fffefa, #1b1815);
  --ink: light-dark(#2b2620, #ece4d6); --soft-ink: light-dark(#5f574c, #b3a998); --accent: light-dark(#2a5590, #8fb8ec); --get: light-dark(#1f6b45, #74c69d);
  --post: light-dark(#2a5590, #8fb8ec); --delete: light-dark(#a3261f, #f0968f); --change: light-dark(#7a5600, #e0b04c) }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--sheet); margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem }
body:has(.docs) { max-width: none; padding: 0 }
code, pre { font: 0.86em/1.5 ui-monospace, monospace }
code { overflow-wrap: anywhere }
pre { position: relative; background: var(--soft); padding: .75rem; overflow-x: auto; border-radius: 6px }
pre button { position: absolute; top: .4rem; right: .4rem; font: .8rem system-ui, sans-serif; color: var(--ink); background: var(--sheet); border: 1px solid var(--line); border-radius: 5px; padding: .15rem .6rem; cursor: pointer }
a { color: var(--accent) }
table { border-collapse: collapse; width: 100% }
td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line) }
.docs { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
.docs nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; box-sizing: border-box; padding: 1rem; border-right: 1px solid var(--line); font-size: .86rem }
.docs nav ul { list-style: none; margin: .2rem 0 1rem; padding: 0 }
.docs nav li a { display: block; padding: .12rem 0; color: var(--ink); text-decoration: none; overflow-wrap: anywhere }
.docs nav li a:hover { text-decoration: underline }
.docs nav .tag { font-weight: 600; color: var(--ink) }
.docs nav .brand { font: 600 1.15rem Georgia, serif; color: var(--ink); text-decoration: none }
#find { width: 100%; box-sizing: border-box; margin: .75rem 0; padding: .45rem .6rem; font: inherit; color: var(--ink); background: var(--sheet); border: 1px solid var(--soft-ink); border-radius: 6px }
.docs main { padding: 1rem 2rem 4rem; max-width: 62rem; min-width: 0 }
.docs article { padding: .5rem 0 1.5rem; border-bottom: 1px solid var(--line) }
.docs h2 { margin-top: 2.5rem } h3 { margin: 1rem 0 .5rem; font-size: 1rem } h3 a { color: inherit; text-decoration: none } h4 { margin: 1rem 0 .3rem; font-size: .86rem; color: var(--soft-ink) }
.docs h2, .docs h3, .docs tr { scroll-margin-top: 1rem }
.method { display: inline-block; min-width: 3.4em; font-size: .8em; text-transform: uppercase; color: var(--change) }
.method.get { color: var(--get) } .method.post { color: var(--post) } .method.delete { color: var(--delete) }
.role { float: right; font-weight: 400; font-size: .86rem; color: var(--soft-ink) }
.fields { font-size: .92rem } .fields .fields { margin-left: .5rem } .fields td:first-child { white-space: nowrap; width: 1% } .fields td:nth-child(2) { min-width: 6rem }
.fields small, .or { color: var(--soft-ink) } .required { color: var(--delete) }
summary { cursor: pointer; color: var(--accent); font-size: .92rem } .problems { font-size: .86rem; color: var(--soft-ink) }
[hidden] { display: none !important }
@media (max-width: 52rem) {
  .docs { grid-template-columns: minmax(0, 1fr) } .docs main { padding: .5rem 1rem 3rem }
  .docs nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line) }
  .fields tr { display: block; padding: .4rem 0; border-bottom: 1px solid var(--line) } .fields td { display: inline; border: 0; padding: 0 .5rem 0 0 }
  .fields td:last-child { display: block } .fields, .fields tbody { display: block; overflow-wrap: anywhere } pre.curl { padding-top: 2.2rem }
}
`

const styleHash = createHash('sha256').update(STYLE, 'utf8').digest('base64')
/** Content-Security-Policy of every page. It allows only the style sheet above and the script of the reference. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; script-src ${DOCS_SCRIPT_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Returns a complete HTML page. @param body HTML in which foreign text is escaped with `escapeHtml`
 * @param script only one that the policy allows */
export function htmlPage(title: string, body: string, script = ''): string {
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
${script === '' ? '' : `<script>${script}</script>`}
</body>
</html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
