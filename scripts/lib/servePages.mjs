// Serves built pages as a production host should: compressed, cached if their names change with their content, and with their headers.
// It needs little memory; the bundler that served them before kept half a gigabyte.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const compressed = /^(text|image\/svg|application\/(json|manifest|wasm))/
/** Below this size, the additional header costs more than compression saves. */
const leastBytes = 512

const encoders = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

/**
 * Serves a folder of built pages. A path without a file's ending is the page itself, whose router reads it.
 *
 * @param {{
 *   folder: string,
 *   port: number,
 *   host?: string,
 *   headers?: (path: string) => Readonly<Record<string, string>>,
 *   documents?: Readonly<Record<string, () => Promise<string | undefined> | string | undefined>>,
 *   shapeHtml?: (html: string) => string,
 * }} options `headers`: of every answer. `documents`: created per request, by path; undefined is 404. `shapeHtml`: changes every page.
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function servePages({
  folder,
  port,
  host = '127.0.0.1',
  headers = () => ({}),
  documents = {},
  shapeHtml = (html) => html,
}) {
  const compress = createCompressor()
  const server = createServer((request, response) => {
    answer({ request, response }).catch((error) => {
      console.error(error)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  async function answer({ request, response }) {
    const path = pathOf(request.url)
    for (const [name, value] of Object.entries(headers(path ?? '/'))) response.setHeader(name, value)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
    const found = path === undefined ? undefined : await find(path)
    if (found === undefined) return void response.writeHead(404).end()
    const { type, bytes, isKept } = found
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    response.setHeader('content-type', type)
    response.setHeader('cache-control', isKept ? 'public, max-age=31536000, immutable' : 'no-cache')
    response.setHeader('etag', tag)
    response.setHeader('vary', 'accept-encoding')
    if (request.headers['if-none-match'] === tag) return void response.writeHead(304).end()
    const isSmall = bytes.length < leastBytes || !compressed.test(type)
    const encoding = isSmall ? undefined : encodingOf(request.headers['accept-encoding'])
    const body = encoding === undefined ? bytes : await compress({ bytes, encoding, tag })
    if (encoding !== undefined) response.setHeader('content-encoding', encoding)
    response.setHeader('content-length', body.length)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  /** Returns the response for a path: a document of the request, a file, or the page. */
  async function find(path) {
    if (Object.hasOwn(documents, path)) {
      const text = await documents[path]()
      return text === undefined ? undefined : { type: types[extname(path)], bytes: Buffer.from(text), isKept: false }
    }
    const ending = extname(path)
    const file = ending === '' ? '/index.html' : path
    const bytes = await readFile(join(folder, file)).catch(() => undefined)
    if (bytes === undefined) return undefined
    if (extname(file) !== '.html')
      return { type: types[ending] ?? 'application/octet-stream', bytes, isKept: path.startsWith('/assets/') }
    return { type: types['.html'], bytes: Buffer.from(shapeHtml(bytes.toString('utf8'))), isKept: false }
  }
  if (!existsSync(join(folder, 'index.html'))) throw new Error(`No pages are in ${folder}`)
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host }, resolve)
  })
  return {
    url: `http://localhost:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A file's path within the folder; undefined where it is none. */
function pathOf(url = '/') {
  try {
    const path = decodeURIComponent(new URL(url, 'http://local').pathname)
    return path.includes('\0') || path.split(/[\\/]/).includes('..') ? undefined : path
  } catch {
    return undefined
  }
}

function encodingOf(accepted = '') {
  const known = accepted.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.trim().split(/\s*;\s*/)
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name]
  })
  return Object.keys(encoders).find((encoding) => known.includes(encoding))
}

/** Compresses each content once. */
function createCompressor() {
  const done = new Map()
  return ({ bytes, encoding, tag }) => {
    const key = `${encoding} ${tag}`
    const known = done.get(key) ?? encoders[encoding](bytes)
    done.set(key, known)
    return known
  }
}
