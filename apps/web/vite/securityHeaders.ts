import type { Plugin } from 'vite'
import type { Sandbox } from './Sandbox.ts'
import { siteHeaders } from './siteHeaders.ts'

/** Sends the headers of a production host from `vite preview`. */
export function securityHeaders(options: { sitePath: string | undefined; sandbox: Sandbox | undefined }): Plugin {
  return {
    name: 'latchkey:security-headers',
    configurePreviewServer: (server) =>
      void server.middlewares.use((_request, response, next) => {
        for (const [name, value] of Object.entries(siteHeaders(options))) response.setHeader(name, value)
        next()
      }),
  }
}
