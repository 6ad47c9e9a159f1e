import { createHash } from 'node:crypto'
import type { Endpoint } from '@latchkey/protocol/api'
import type { App } from '../http/App.ts'
import { createCompressor } from '../http/createCompressor.ts'
import { registerRoute } from '../http/registerRoute.ts'
import { createOpenApiDocument, type DocumentedRoute } from './createOpenApiDocument.ts'
import { docsPageStyle } from './docsPageStyle.ts'
import { renderDocsPage } from './renderDocsPage.ts'

/**
 * Registers `/openapi.json` and `/docs`. Call it last, because it documents the routes that are already registered.
 *
 * @param options.url where clients reach the server
 * @param options.routes registered routes that are not endpoints of the contract
 * @param options.elsewhere endpoints at another address
 */
export function registerDocsRoutes({
  app,
  version,
  url,
  routes,
  elsewhere,
}: {
  app: App
  version: string
  url: string
  routes: readonly DocumentedRoute[]
  elsewhere?: { url: string; endpoints: readonly Endpoint[] } | undefined
}): void {
  const document = Object.freeze(createOpenApiDocument({ endpoints: app.endpoints, routes, version, url, elsewhere }))
  const json = JSON.stringify(document)
  const page = renderDocsPage(document)
  // The one inline style is allowed by its hash; nothing else may load or run.
  const styleHash = createHash('sha256').update(docsPageStyle).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

  const compress = createCompressor()
  registerRoute(app, { method: 'GET', path: '/openapi.json', project: 'none' }, async ({ request, admit }) => {
    await admit(undefined)
    const { body, headers } = await compress({ text: json, source: document, request })
    return { headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300', ...headers }, body }
  })
  registerRoute(app, { method: 'GET', path: '/docs', project: 'none' }, async ({ admit }) => {
    await admit(undefined)
    return {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'public, max-age=300',
        'content-security-policy': policy,
      },
      body: page,
    }
  })
}
