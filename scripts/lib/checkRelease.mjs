import { askOrigin } from './askOrigin.mjs'
import { compareRelease } from './compareRelease.mjs'
import { findSignatureFault } from './releaseSignature.mjs'

const address = '/.well-known/latchkey-release.json'

/**
 * Checks a wallet's origin once: the signature of its release first, then the release against this checkout's own build, then everything
 * that the origin serves. A release without a valid signature ends the check, because nothing that it says counts.
 *
 * @param {object} options
 * @param {string} options.url the wallet's origin
 * @param {string} options.projectId a project that it serves
 * @param {string} options.publicKey the pinned key
 * @param {{ content: string, signature: string | undefined }} [options.signed] a release from elsewhere; default: the one that the origin publishes
 * @param {import('./compareRelease.mjs').ReleaseManifest} [options.built] the manifest of this checkout's build
 * @param {string[]} [options.origins] who may hold the frame
 * @returns {Promise<{ findings: string[], release?: string, commit?: string | null, version?: string }>}
 */
export async function checkRelease({ url, projectId, publicKey, signed, built, origins }) {
  let content
  let signature
  try {
    ;({ content, signature } = signed ?? (await readPublished(url)))
  } catch (error) {
    return { findings: [`${address}: ${error.message}`] }
  }
  if (signature === undefined) return { findings: [`${address}: the release is not signed`] }
  const fault = findSignatureFault({ content, signature, publicKey })
  if (fault) return { findings: [`${address}: ${fault}`] }
  const manifest = JSON.parse(content)
  const { format, release, commit, version } = manifest
  const about = { release, commit, version }
  if (format !== 'latchkey-release/1') return { ...about, findings: [`${address}: unknown format ${format}`] }
  const findings = [
    ...(built ? differencesOf({ manifest, built }) : []),
    ...(await compareRelease({ url, manifest, projectId, origins })),
  ]
  return { ...about, findings }
}

async function readPublished(url) {
  const manifest = await askOrigin(`${url}${address}`)
  if (manifest.status !== 200) throw new Error(`answered with ${manifest.status}`)
  const signature = await askOrigin(`${url}${address}.minisig`)
  return {
    content: manifest.body.toString(),
    signature: signature.status === 200 ? signature.body.toString() : undefined,
  }
}

/** Checks the signed release as well, if the sources are available. */
function differencesOf({ manifest, built }) {
  const findings = []
  const same = (one, other) => canonical(one) === canonical(other)
  for (const path of new Set([...Object.keys(manifest.paths), ...Object.keys(built.paths)])) {
    if (!built.paths[path]) findings.push(`${path}: in the signed release, but these sources do not build it`)
    else if (!manifest.paths[path])
      findings.push(`${path}: these sources build it, but it is not in the signed release`)
    else if (!same(manifest.paths[path], built.paths[path]))
      findings.push(`${path}: the signed release has another body or other headers than these sources build`)
  }
  for (const part of ['release', 'refusedFrame', 'everywhere', 'https', 'interfaces'])
    if (!same(manifest[part], built[part]))
      findings.push(`${part}: the signed release differs from the build of these sources`)
  if (findings.length > 0)
    findings.push(`The signed release is of commit ${manifest.commit}, these sources of ${built.commit}.`)
  return findings
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value).sort()
  return `{${fields.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`
}
