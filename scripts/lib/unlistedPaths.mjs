import { randomBytes } from 'node:crypto'

/** Where servers usually have pages, files and tools. */
const typical = [
  '/',
  '/index.html',
  '/x.html',
  '/frame.html',
  '/frame/',
  '/Frame',
  '/frame/index.html',
  '/w',
  '/w/',
  '/w/approve/',
  '/w/approve.html',
  '/popup',
  '/popup/',
  '/popup/oauth/',
  '/assets',
  '/assets/',
  '/assets/index.html',
  '/manifest.json',
  '/manifest.webmanifest',
  '/sw.js',
  '/service-worker.js',
  '/admin',
  '/admin/',
  '/app',
  '/login',
  '/wallet',
  '/export',
  '/recover',
  '/debug',
  '/test',
  '/test.html',
  '/static/index.html',
  '/public/index.html',
  '/docs',
  '/swagger',
  '/metrics',
  '/ready',
  '/robots.txt',
  '/favicon.ico',
  '/apple-app-site-association',
  '/.well-known/',
  '/.well-known/x.html',
  '/v1',
  '/v1/x.html',
  '/v1/frame/index.html',
  '/health/x.html',
  '/oauth/callback/',
  '/oauth/callback/x.html',
  '/..%2findex.html',
  '/%2e%2e/index.html',
]

/**
 * Lists paths that a release does not have: typical ones, random ones, and neighbours of each path that it has.
 *
 * @param {{ paths: Record<string, unknown>, interfaces: readonly string[] }} manifest `interfaces`: paths that answer programs
 * @param {{ random?: number }} options how many random ones
 */
export function unlistedPaths({ paths, interfaces }, { random = 12 } = {}) {
  const found = new Set(typical)
  for (const path of Object.keys(paths)) {
    // Files have random parts in their names: a few neighbours stand for all.
    if (path.startsWith('/assets/') && found.size > 90) continue
    for (const neighbour of [`${path}/`, `${path}.html`, `${path}/index.html`]) found.add(neighbour)
  }
  const folders = ['/', '/w/', '/popup/', '/assets/', '/.well-known/', '/v1/', '/static/']
  const endings = ['', '.html', '.js', '.json', '/']
  for (let index = 0; index < random; index += 1) {
    const name = randomBytes(6).toString('hex')
    found.add(`${folders[index % folders.length]}${name}${endings[index % endings.length]}`)
  }
  for (const path of [...Object.keys(paths), ...interfaces]) found.delete(path)
  return [...found]
}
