import { get as getHttp } from 'node:http'
import { get as getHttps } from 'node:https'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

const decoders = { br: promisify(brotliDecompress), gzip: promisify(gunzip), deflate: promisify(inflate) }

/** Milliseconds for one answer. */
const patience = 20_000

/**
 * Asks an origin for one path as a browser does, compression included, without following redirects. Names below `localhost` are this machine,
 * as browsers have it; Node's resolver does not know them.
 *
 * @returns {Promise<{ status: number, headers: Record<string, string>, body: Buffer }>} the body uncompressed
 */
export function askOrigin(address, headers = {}) {
  const { protocol, hostname } = new URL(address)
  const local = hostname.endsWith('.localhost')
  const lookup = (_name, { all }, answer) =>
    answer(null, ...(all ? [[{ address: '127.0.0.1', family: 4 }]] : ['127.0.0.1', 4]))
  const options = { headers, ...(local ? { lookup } : {}), timeout: patience, insecureHTTPParser: false }
  return new Promise((resolve, reject) => {
    const request = (protocol === 'https:' ? getHttps : getHttp)(address, options, async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray())
        const coding = response.headers['content-encoding']
        if (coding !== undefined && !decoders[coding]) throw new Error(`answered in an unknown coding: ${coding}`)
        const body = coding ? await decoders[coding](bytes) : bytes
        resolve({ status: response.statusCode, headers: flatten(response.headersDistinct), body })
      } catch (error) {
        reject(error)
      }
    })
    request.on('timeout', () => request.destroy(new Error('did not answer in time')))
    request.on('error', (error) => reject(new Error(error.message || error.code)))
  })
}

/** A header that came twice is both: a second policy that loosens nothing is still another release. */
function flatten(distinct) {
  return Object.fromEntries(Object.entries(distinct).map(([name, values]) => [name, values.join(', ')]))
}
