/**
 * The token site as a process of its own, for `npm start` and the tests: builds it and serves what ships. Options come from the
 * environment (see vite.config.ts, and LATCHKEY_SITE_BUILT for the folder of a build that is there already). On stdout, one JSON object per line:
 * `{"progress": "…"}`, then `{"ready": {"url"}}`. It ends on SIGTERM, on SIGINT and when its stdin closes, which is how it
 * learns that its parent has died.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import config from './vite.config.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const { LATCHKEY_SITE, LATCHKEY_SITE_BUILT } = process.env
const folder = LATCHKEY_SITE_BUILT ?? (LATCHKEY_SITE ? join(dirname(LATCHKEY_SITE), 'site') : join(root, 'dist'))
// Plugins join it to the root, which an absolute path does not survive.
const outDir = relative(root, resolve(folder))

function tell(message: { progress: string } | { ready: { url: string } }) {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

const end = () => process.exit(0)
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdin.resume()
// The parent closed its end: nobody reads any more.
process.stdout.on('error', end)

const options = await config()
if (LATCHKEY_SITE_BUILT === undefined) {
  tell({ progress: 'building' })
  await build({
    ...options,
    configFile: false,
    root,
    logLevel: 'error',
    build: { ...options.build, outDir, emptyOutDir: true },
  })
}
const server = await preview({
  ...options,
  configFile: false,
  root,
  logLevel: 'error',
  build: { ...options.build, outDir },
})
const url = server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0]
if (!url) throw new Error('The site is served, but at no address')
tell({ ready: { url: url.replace(/\/$/, '') } })
