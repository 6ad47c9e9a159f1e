import { escapeHtml } from '../../page/escapeHtml.ts'
import { type Page, renderPage } from '../../page/renderPage.ts'

/** Renders the error of a request that has no valid redirect address. */
export function renderErrorPage({ provider, message }: { provider: string; message: string }): Page {
  return renderPage({
    status: 400,
    title: `${provider} (sandbox): refused`,
    main: `<h1>This request is refused</h1>\n<p>${escapeHtml(message)}</p>`,
  })
}
