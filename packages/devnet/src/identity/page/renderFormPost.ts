import { escapeHtml } from '../../page/escapeHtml.ts'
import { type Page, renderPage } from '../../page/renderPage.ts'

/** A page that posts its fields to an address at once (OAuth 2.0 Form Post Response Mode). */
export function renderFormPost({ action, fields }: { action: string; fields: Readonly<Record<string, string>> }): Page {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return renderPage({
    title: 'Going back (sandbox)',
    main: `<h1>Going back</h1>
<form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<button>Continue</button>
</form>`,
    script: 'document.forms[0].submit()',
  })
}
