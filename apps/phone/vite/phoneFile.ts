import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { phonePolicy } from '../src/config/phonePolicy.ts'

/**
 * Serves the demo phone's configuration as /phone.json, read again for each request. On `vite preview`, also sends the matching headers,
 * which allow only the relay and the nodes of that file.
 */
export function phoneFile({ path }: { path: string | undefined }): Plugin {
  const read = () => {
    try {
      return path === undefined ? undefined : readFileSync(path, 'utf8')
    } catch {
      // The page shows that the file is missing.
      return undefined
    }
  }
  const pathOf = (url = '/') => url.split('?')[0] ?? '/'
  const isPhoneFile = (url: string | undefined) => pathOf(url) === '/phone.json'
  return {
    name: 'latchkey:phone-file',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        if (!isPhoneFile(request.url)) return next()
        const text = read()
        response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(text)
      }),
    configurePreviewServer: ({ middlewares }) =>
      void middlewares.use((request, response, next) => {
        const text = read()
        const policy = phonePolicy({ text, path: pathOf(request.url) })
        for (const [name, value] of Object.entries(policy)) response.setHeader(name, value)
        if (!isPhoneFile(request.url)) return next()
        const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' }
        response.writeHead(text === undefined ? 404 : 200, headers).end(text)
      }),
  }
}
