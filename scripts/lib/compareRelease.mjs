import { createHash } from 'node:crypto'

/**
 * Compares what a wallet's origin serves with a release that was built from the sources: every page by its address, every file.
 *
 * @returns one sentence for each difference; none when it serves exactly the release
 */
export async function compareRelease({ url, manifest, projectId, fetch = globalThis.fetch }) {
  const differences = []
  const compare = async (path, integrity) => {
    let bytes
    try {
      const response = await fetch(`${url}${path}`, { redirect: 'error' })
      if (!response.ok) {
        differences.push(`${path}: answered with ${response.status}`)
        return
      }
      bytes = Buffer.from(await response.arrayBuffer())
    } catch (error) {
      differences.push(`${path}: ${error.cause?.message ?? error.message}`)
      return
    }
    const found = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    if (found !== integrity) differences.push(`${path}: served ${found}, built ${integrity}`)
  }
  for (const [route, page] of Object.entries(manifest.routes)) {
    const query = route === '/frame' ? `?projectId=${projectId}&version=1` : ''
    await compare(`${route}${query}`, manifest.pages[page].integrity)
  }
  for (const [path, integrity] of Object.entries(manifest.assets)) await compare(`/${path}`, integrity)
  return differences
}
