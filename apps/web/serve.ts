/**
 * The built token site as a separate process, for `npm start` and the tests. LATCHKEY_SITE_BUILT is the folder of its pages, LATCHKEY_SITE
 * the file served as /site.json, LATCHKEY_SANDBOX the accounts of the local test wallet, and LATCHKEY_SANDBOX_SCRIPT its code. HOST and
 * PORT set the address. Prints one JSON line `{"ready": {"url"}}` on stdout. Exits on SIGTERM, on SIGINT, and when its stdin closes, which
 * means that its parent has exited.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { servePages } from '../../scripts/lib/servePages.mjs'
import { sandboxDocument } from './vite/sandboxDocument.ts'
import { siteHeaders } from './vite/siteHeaders.ts'

const end = () => process.exit(0)
process.on('SIGTERM', end).on('SIGINT', end)
process.stdin.on('end', end).on('error', end).resume()
// The parent has closed its end and reads no more output.
process.stdout.on('error', end)

const {
  LATCHKEY_SITE,
  LATCHKEY_SITE_BUILT,
  LATCHKEY_SANDBOX,
  LATCHKEY_SANDBOX_SCRIPT,
  HOST,
  PORT = '7100',
} = process.env
if (!LATCHKEY_SITE_BUILT) throw new Error('LATCHKEY_SITE_BUILT is not set: the folder of the built pages')
const sandbox = LATCHKEY_SANDBOX ? JSON.parse(readFileSync(LATCHKEY_SANDBOX, 'utf8')) : undefined
const wallet =
  sandbox && LATCHKEY_SANDBOX_SCRIPT ? sandboxDocument({ sandbox, script: LATCHKEY_SANDBOX_SCRIPT }) : undefined

const { url } = await servePages({
  folder: LATCHKEY_SITE_BUILT,
  port: Number(PORT),
  ...(HOST ? { host: HOST } : {}),
  headers: () => siteHeaders({ sitePath: LATCHKEY_SITE, sandbox }),
  documents: {
    '/site.json': async () => (LATCHKEY_SITE ? readFile(LATCHKEY_SITE, 'utf8').catch(() => undefined) : undefined),
    ...wallet?.documents,
  },
  ...(wallet ? { shapeHtml: wallet.shapeHtml } : {}),
})
process.stdout.write(`${JSON.stringify({ ready: { url } })}\n`)
