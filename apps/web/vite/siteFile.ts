import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin } from 'vite'

/** Serves the site's configuration as /site.json, and reads it again for each request. In production the operator puts the file there. */
export function siteFile({ path }: { path: string | undefined }): Plugin {
  const serve = async (request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.url?.split('?')[0] !== '/site.json') return next()
    const text = path && (await readFile(path, 'utf8').catch(() => undefined))
    if (!text) {
      response.statusCode = 404
      return response.end()
    }
    response.setHeader('content-type', 'application/json')
    response.setHeader('cache-control', 'no-cache')
    response.end(text)
  }
  return {
    name: 'latchkey:site-file',
    configureServer: (server) => void server.middlewares.use(serve),
    configurePreviewServer: (server) => void server.middlewares.use(serve),
  }
}
