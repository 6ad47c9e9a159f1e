import { createHash } from 'node:crypto'
import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'

/**
 * Compares what a wallet's origin serves with a release that was built from the sources: every page by its address, every file.
 *
 * @returns one sentence for each difference; none when it serves exactly the release
 */
export async function compareRelease({ url, manifest, projectId }) {
  const differences = []
  const compare = async (path, integrity) => {
    let bytes
    try {
      bytes = await read(`${url}${path}`)
    } catch (error) {
      differences.push(`${path}: ${error.message}`)
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

/** The bytes at an address. Names below `localhost` are this machine, as browsers have it; Node's resolver does not know them. */
function read(address) {
  const { protocol, hostname } = new URL(address)
  const local = hostname.endsWith('.localhost')
  const options = local
    ? {
        lookup: (_name, { all }, answer) =>
          answer(null, ...(all ? [[{ address: '127.0.0.1', family: 4 }]] : ['127.0.0.1', 4])),
      }
    : {}
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? getHttps : getHttp)(address, options, async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray())
        if (response.statusCode === 200) resolve(bytes)
        else reject(new Error(`answered with ${response.statusCode}`))
      } catch (error) {
        reject(error)
      }
    })
    request.on('error', (error) => reject(new Error(error.message || error.code)))
  })
}
