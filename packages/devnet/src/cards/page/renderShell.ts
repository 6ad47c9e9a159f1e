import { escapeHtml } from '../../page/escapeHtml.ts'
import type { Page } from '../../page/renderPage.ts'

/** All that a page may do: its own style and script, its own forms; and no other page may frame it. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Headers of every page and file of the processor. */
export const cardHeaders = {
  'content-security-policy': policy,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // The URL authorizes the payment: no other site may receive it.
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** A page of the processor. */
export function renderShell({
  status = 200,
  title,
  main,
  refresh,
  state,
}: {
  status?: number
  title: string
  /** HTML. */
  main: string
  /** Seconds after which a browser without scripts loads the page again. */
  refresh?: number
  /** Displayed state, and the URL to check whether it has changed. */
  state?: { path: string; key: string; isPending: boolean }
}): Page {
  const follow = state
    ? ` data-path="${escapeHtml(state.path)}" data-key="${escapeHtml(state.key)}"${state.isPending ? ' data-pending' : ''}`
    : ''
  return {
    status,
    headers: { ...cardHeaders, 'content-type': 'text/html; charset=utf-8' },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Sandbox Cards</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/cards.css">
<script type="module" src="/cards.js"></script>
${refresh === undefined ? '' : `<noscript><meta http-equiv="refresh" content="${refresh}"></noscript>\n`}</head>
<body${follow}>
<header class="top">
<p class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><rect x="2" y="5" width="20" height="14" rx="3"/><path d="M2 10h20M6 15h4"/></svg>Sandbox Cards</p>
<p class="mark"><strong>Sandbox</strong> No real money. Test cards only.</p>
</header>
<main>
${main}
</main>
</body>
</html>
`,
  }
}
