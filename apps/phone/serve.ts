/**
 * The built demo phone as a separate process, for `npm start` and the tests. LATCHKEY_PHONE_BUILT is the folder of its pages, and
 * LATCHKEY_PHONE the file served as /phone.json. HOST and PORT set the address. Prints one JSON line `{"ready": {"url"}}` on stdout. Exits
 * on SIGTERM, on SIGINT, and when its stdin closes.
 */
import { readFileSync } from 'node:fs'
import { servePages } from '../../scripts/lib/servePages.mjs'
import { phonePolicy } from './src/config/phonePolicy.ts'

const end = () => process.exit(0)
process.on('SIGTERM', end).on('SIGINT', end)
process.stdin.on('end', end).on('error', end).resume()
process.stdout.on('error', end)

const { LATCHKEY_PHONE, LATCHKEY_PHONE_BUILT, HOST, PORT = '7104' } = process.env
if (!LATCHKEY_PHONE_BUILT) throw new Error('LATCHKEY_PHONE_BUILT is not set: the folder of the built pages')

const { url } = await servePages({
  folder: LATCHKEY_PHONE_BUILT,
  port: Number(PORT),
  ...(HOST ? { host: HOST } : {}),
  headers: (path) => phonePolicy({ text: readConfiguration(), path }),
  documents: { '/phone.json': readConfiguration },
})
process.stdout.write(`${JSON.stringify({ ready: { url } })}\n`)

/** Returns undefined without a file. The page then shows the error. */
function readConfiguration(): string | undefined {
  try {
    return LATCHKEY_PHONE ? readFileSync(LATCHKEY_PHONE, 'utf8') : undefined
  } catch {
    return undefined
  }
}
