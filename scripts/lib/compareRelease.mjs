import { createHash, randomBytes } from 'node:crypto'
import { askOrigin } from './askOrigin.mjs'
import { unlistedPaths } from './unlistedPaths.mjs'
import { headersOf, visitors } from './visitors.mjs'

/** Headers that give a page or another origin more than the release says, wherever they stand. */
const loosening = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'link',
  'location',
  'refresh',
  'service-worker-allowed',
  'set-cookie',
  'sourcemap',
  'x-sourcemap',
]

/**
 * Compares a wallet's origin with a release, with the requests of several browsers. It checks the status, body and headers of each page
 * and file, the frame of an unknown project, and paths outside the release.
 *
 * @param {{ url: string, manifest: import('./compareRelease.mjs').ReleaseManifest, projectId: string, origins?: string[], random?: number }} options
 * `origins`: the project's embedders of the frame; without it any list of hosts passes, but no wildcard for all
 * @returns {Promise<string[]>} one sentence for each finding; none when it serves exactly the release
 */
export async function compareRelease({ url, manifest, projectId, origins, random }) {
  const findings = new Map()
  const add = (path, fault, visitor) => {
    const key = `${path}: ${fault}`
    findings.set(key, [...(findings.get(key) ?? []), visitor])
  }
  const ask = async (path, visitor, judge) => {
    let answer
    try {
      answer = await askOrigin(`${url}${path}`, { ...headersOf(path), ...visitor.headers })
    } catch (error) {
      return add(path, error.message, visitor.name)
    }
    for (const fault of judge(answer)) add(path, fault, visitor.name)
  }
  const isHttps = url.startsWith('https:')
  const fixed = (headers) => ({ ...headers, ...(isHttps ? manifest.https : {}) })
  const like = (expected) => (answer) => judgeAnswer({ answer, expected, headers: fixed(expected.headers), origins })
  const unknownProject = randomBytes(16).toString('hex')

  for (const visitor of visitors) {
    for (const [path, expected] of Object.entries(manifest.paths)) {
      const query = path === '/frame' ? `?projectId=${projectId}&version=1` : ''
      await ask(`${path}${query}`, visitor, like(expected))
    }
    await ask(`/frame?projectId=${unknownProject}&version=1`, visitor, like(manifest.refusedFrame))
    for (const path of unlistedPaths(manifest, { random }))
      await ask(path, visitor, (answer) => judgeUnlisted({ answer, headers: fixed(manifest.everywhere) }))
  }
  return [...findings].map(([fault, names]) => {
    const everybody = names.length === visitors.length
    return everybody ? fault : `${fault} (only for ${names.join(', ')})`
  })
}

function judgeAnswer({ answer: { status, headers, body }, expected, headers: wanted, origins }) {
  const found = createHash('sha256').update(body).digest('hex')
  return [
    ...(status === expected.status ? [] : [`answered with ${status}, the release with ${expected.status}`]),
    ...(found === expected.sha256 ? [] : [`body has SHA-256 ${found}, the release ${expected.sha256}`]),
    ...judgeHeaders({ headers, wanted, origins }),
  ]
}

/** A path that the release does not have answers 404; the guard and interfaces may refuse in another way, as JSON. */
function judgeUnlisted({ answer: { status, headers }, headers: wanted }) {
  const type = headers['content-type'] ?? ''
  const isRefusal = status === 404 || (status >= 400 && status < 500 && type.startsWith('application/json'))
  return [
    ...(isRefusal ? [] : [`answered with ${status}, but is not in the release`]),
    ...(status < 400 && /html|xml|svg|script/.test(type) ? [`serves ${type}, but is not in the release`] : []),
    ...judgeHeaders({ headers, wanted }),
  ]
}

function judgeHeaders({ headers, wanted, origins }) {
  const faults = []
  for (const [name, value] of Object.entries(wanted)) {
    const found = headers[name]
    if (found === undefined) faults.push(`has no ${name}`)
    else if (!isSame(name, found, value, origins)) faults.push(`${name} is "${found}", in the release "${value}"`)
  }
  for (const name of loosening)
    if (headers[name] !== undefined && wanted[name] === undefined)
      faults.push(`has ${name}, which the release does not`)
  return faults
}

function isSame(name, found, wanted, origins) {
  if (name === 'strict-transport-security') return maxAge(found) >= maxAge(wanted)
  const marker = '{origins of the project}'
  const [before, after] = wanted.split(marker)
  if (after === undefined) return found === wanted
  if (!found.startsWith(before) || !found.endsWith(after)) return false
  const sources = found.slice(before.length, found.length - after.length).split(' ')
  if (origins) return sources.toSorted().join(' ') === origins.toSorted().join(' ')
  return sources.every(
    (source) =>
      source === "'none'" || /^[a-z][a-z0-9+.-]*:\/\/(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*(:(\d+|\*))?$/.test(source),
  )
}

function maxAge(header) {
  return Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0)
}
