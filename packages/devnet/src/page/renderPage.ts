import { createHash } from 'node:crypto'
import { style } from './style.ts'

/** An answer that is a page. */
export type Page = { status: number; headers: Record<string, string>; html: string }

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleHash = hashOf(style)

/** Renders a page of the sandbox. As with the real providers, other pages cannot frame it. */
export function renderPage({
  status = 200,
  title,
  tag = 'Local identity provider · sandbox',
  main,
  script,
}: {
  status?: number
  title: string
  /** Label above everything else on the page. */
  tag?: string
  /** HTML. */
  main: string
  /** Only a form that posts itself needs one. */
  script?: string
}): Page {
  const policy = `default-src 'none'; style-src ${styleHash}; base-uri 'none'; frame-ancestors 'none'`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': script ? `${policy}; script-src ${hashOf(script)}` : policy,
      'x-frame-options': 'DENY',
      // The receiver of a posted form sees the origin, as with the real providers.
      'referrer-policy': 'strict-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="tag">${tag}</p>
${main}
</main>
${script ? `<script>${script}</script>\n` : ''}</body>
</html>
`,
  }
}
