import { escapeHtml } from '../../page/escapeHtml.ts'
import { type Page, renderPage } from '../../page/renderPage.ts'

/** Says what is wrong with a request that cannot be led back to whoever made it. */
export function renderErrorPage({ provider, message }: { provider: string; message: string }): Page {
  return renderPage({
    status: 400,
    title: `${provider} (sandbox): refused`,
    main: `<h1>This request is refused</h1>\n<p>${escapeHtml(message)}</p>`,
  })
}
