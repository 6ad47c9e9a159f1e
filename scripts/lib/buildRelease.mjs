import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './child.mjs'

/**
 * Builds the wallet's pages from this checkout, and the unsigned manifest of them.
 *
 * @param {{ pages: string, logs: string }} options the folder that the pages go to (it is emptied first), and one for the logs of the build
 * @returns {Promise<import('./compareRelease.mjs').ReleaseManifest>} as it stands in `release.json` beside the pages
 */
export async function buildRelease({ pages, logs }) {
  const file = join(pages, 'release.json')
  await run({ name: 'wallet pages', file: 'apps/wallet/build.ts', args: [pages], logs })
  await run({ name: 'release manifest', file: 'apps/server/scripts/releaseManifest.ts', args: [pages, file], logs })
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * Writes the bill of materials of what the lock file names (CycloneDX, by npm itself), and notes its hash in the manifest.
 *
 * @returns {{ components: number, manifest: import('./compareRelease.mjs').ReleaseManifest }}
 */
export function addBillOfMaterials({ pages }) {
  const file = 'sbom.cdx.json'
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
  const npm = process.env.npm_execpath
  const command = npm ? [process.execPath, npm, ...args] : ['npm', ...args]
  const text = execFileSync(command[0], command.slice(1), { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  const bill = JSON.parse(text)
  if (bill.bomFormat !== 'CycloneDX') throw new Error('npm sbom wrote something else than CycloneDX')
  writeFileSync(join(pages, file), text)
  const path = join(pages, 'release.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  manifest.sbom = { file, sha256: createHash('sha256').update(text).digest('hex') }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  return { components: bill.components?.length ?? 0, manifest }
}

async function run({ name, file, args, logs }) {
  const child = startChild({ name, file, args, env: {}, logFile: join(logs, `${name.replaceAll(' ', '-')}.log`) })
  const { code, tail } = await child.exited
  if (code !== 0) throw new Error(`The ${name} could not be made:\n${tail.join('\n')}`)
}
