import type { ServerResponse } from 'node:http'
import type { Page } from './renderPage.ts'

/** Answers with a page. */
export function sendPage(response: ServerResponse, { status, headers, html }: Page) {
  response.writeHead(status, headers)
  response.end(html)
}
