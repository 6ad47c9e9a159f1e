/**
 * The demo phone as a process of its own, for `npm start` and the tests: builds it and serves it. Options come from the environment
 * (see vite.config.ts, and LATCHKEY_PHONE_BUILT for the folder of a build that is there already). On stdout, one JSON object per line:
 * `{"progress": "…"}`, then `{"ready": {"url"}}`. It ends on SIGTERM, on SIGINT and when its stdin closes.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { build, preview } from 'vite'
import config from './vite.config.ts'

const root = import.meta.dirname
const { LATCHKEY_PHONE, LATCHKEY_PHONE_BUILT } = process.env
const pages = LATCHKEY_PHONE_BUILT ?? join(LATCHKEY_PHONE ? dirname(LATCHKEY_PHONE) : root, 'phone-dist')

const end = () => process.exit(0)
process.on('SIGTERM', end).on('SIGINT', end)
process.stdin.on('end', end).on('error', end).resume()
process.stdout.on('error', end)
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

const base = config()
// Plugins join the folder to the root, which an absolute path does not survive.
const folder = { ...base.build, outDir: relative(root, resolve(pages)), emptyOutDir: true }
const options = { ...base, configFile: false, root, logLevel: 'error', build: folder } as const

if (LATCHKEY_PHONE_BUILT === undefined) {
  tell({ progress: 'building' })
  await build(options)
}
const { resolvedUrls } = await preview(options)
const url = resolvedUrls?.local[0] ?? resolvedUrls?.network[0]
if (!url) throw new Error('The phone is served, but at no address')
tell({ ready: { url: url.replace(/\/$/, '') } })
