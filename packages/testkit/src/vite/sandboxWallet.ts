import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { bundlePageScript, pageScriptGlobal } from '../bundle/bundlePageScript.ts'
import type { SandboxWalletOptions } from '../sandbox/installSandboxWallet.ts'

const virtualId = 'virtual:latchkey-sandbox-wallet'
const scriptPath = '/__latchkey-sandbox-wallet.js'

/**
 * Adds the "Local test wallet (sandbox)" to every page that Vite serves during development, and with `preview` to those of `vite preview`.
 * It is never part of a build.
 *
 * @example
 * // vite.config.ts
 * plugins: [react(), sandboxWallet({ accounts: devnet.accounts, chains: { 31337: rpcUrl } })]
 */
export function sandboxWallet({
  preview = false,
  ...options
}: SandboxWalletOptions & {
  /** Also in `vite preview`, where the site is the built one. */
  preview?: boolean
}): Plugin {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
  const installer = fileURLToPath(new URL(`../sandbox/installSandboxWallet${extension}`, import.meta.url))
  return {
    name: 'latchkey:sandbox-wallet',
    apply: (_, { command }) => command === 'serve',
    resolveId: (id) => (id === virtualId ? `\0${virtualId}` : undefined),
    load: (id) =>
      id === `\0${virtualId}`
        ? `import { installSandboxWallet } from ${JSON.stringify(installer)}\ninstallSandboxWallet(${JSON.stringify(options)})`
        : undefined,
    transformIndexHtml: {
      order: 'pre',
      handler: (_, { server }) =>
        server
          ? [{ tag: 'script', attrs: { type: 'module', src: `/@id/__x00__${virtualId}` }, injectTo: 'head-prepend' }]
          : [],
    },
    configurePreviewServer: (server) => {
      if (!preview) return
      const folder = resolve(server.config.root, server.config.build.outDir)
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname
        const send = async (type: string, read: () => Promise<string>) => {
          const content = await read()
          response.setHeader('content-type', type)
          response.end(content)
        }
        if (path === scriptPath)
          send('text/javascript', async () => {
            const script = await bundlePageScript('../sandbox/installSandboxWallet')
            return `${script};${pageScriptGlobal}.installSandboxWallet(${JSON.stringify(options)});`
          }).catch(next)
        // A page is a path that the browser requests as HTML. Other files have a dot in their names.
        else if (request.headers.accept?.includes('text/html') && !/\.(?!html$)\w+$/.test(path))
          send('text/html', async () => {
            const html = await readFile(resolve(folder, 'index.html'), 'utf8')
            return html.replace('<head>', `<head><script src="${scriptPath}"></script>`)
          }).catch(next)
        else next()
      })
    },
  }
}
