/** Style of the documentation page: both color schemes, no script, no external resources. */
export const docsPageStyle = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fbfbfd, #0e0f13);
  --sheet: light-dark(#ffffff, #16181e);
  --line: light-dark(#e6e7ec, #272a33);
  --text: light-dark(#17181c, #eceef3);
  --quiet: light-dark(#5d616d, #9aa0ad);
  --accent: light-dark(#4b46e5, #9a97ff);
  --get: light-dark(#0a7a4b, #4fd49a);
  --post: light-dark(#9a5b00, #f2b457);
  --code: light-dark(#f3f4f7, #1d2027);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace;
}
* { box-sizing: border-box }
html { scroll-behavior: smooth; scroll-padding-top: 24px }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto } }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif }
a { color: var(--accent); text-decoration: none }
a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 3px; border-radius: 4px }
.page { display: grid; grid-template-columns: 260px minmax(0, 1fr); grid-template-areas: 'nav header' 'nav main'; grid-template-rows: auto 1fr; column-gap: 56px; max-width: 1160px; margin: 0 auto; padding: 0 24px }
nav { grid-area: nav; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 40px 0; font-size: 13.5px }
nav h2 { margin: 0 0 6px; font-size: 12px; font-weight: 600; color: var(--quiet) }
nav div + div { margin-top: 24px }
nav ul { list-style: none; margin: 0; padding: 0 }
nav li a { display: block; padding: 4px 0; color: var(--text); overflow-wrap: anywhere; line-height: 1.4 }
main { grid-area: main; padding: 0 0 120px; min-width: 0 }
header { grid-area: header; padding-top: 40px }
header h1 { margin: 0; font-size: 34px; line-height: 1.15; letter-spacing: -0.02em }
header p { max-width: 62ch; color: var(--quiet); font-size: 16px; margin: 12px 0 0 }
main > h2 { margin: 56px 0 0; font-size: 22px; letter-spacing: -0.01em }
section { margin-top: 24px; background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; padding: 24px }
section h3 { margin: 0; font: 600 15px/1.5 var(--mono); overflow-wrap: anywhere; display: flex; gap: 12px; align-items: baseline }
section > p { margin: 8px 0 0; color: var(--quiet) }
section h4 { margin: 24px 0 8px; font-size: 13px; font-weight: 600 }
.method { font-size: 12px; letter-spacing: 0.04em }
.get { color: var(--get) }
.post { color: var(--post) }
table { width: 100%; border-collapse: collapse; font-size: 14px }
td { padding: 8px 16px 8px 0; border-top: 1px solid var(--line); vertical-align: top }
tr:first-child td { border-top: 0 }
td:first-child { white-space: nowrap; width: 1% }
td:last-child { padding-right: 0 }
code, pre { font-family: var(--mono); font-size: 13px }
pre { margin: 0; padding: 16px; overflow-x: auto; background: var(--code); border-radius: 10px; line-height: 1.55 }
.quiet { color: var(--quiet) }
details { margin-top: 16px }
summary { cursor: pointer; font-size: 13px; font-weight: 600 }
details[open] summary { margin-bottom: 8px }
@media (max-width: 860px) {
  .page { display: block }
  nav { position: static; max-height: none; padding: 32px 0 0; columns: 2 }
  nav div { break-inside: avoid; margin: 0 0 24px }
  td:first-child { white-space: normal; width: auto }
}
@media (max-width: 520px) { nav { columns: 1 } section { padding: 16px } }
`
