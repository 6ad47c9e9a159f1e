import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBillOfMaterials } from './billOfMaterials.mjs'
import { startChild } from './child.mjs'

/**
 * Builds the wallet's pages from this checkout, and the unsigned manifest of them.
 *
 * @param {{ pages: string, logs: string }} options the folder that the pages go to (it is emptied first), and one for the logs of the build
 * @returns {Promise<import('./compareRelease.mjs').ReleaseManifest>} the content of `release.json` beside the pages
 */
export async function buildRelease({ pages, logs }) {
  const file = join(pages, 'release.json')
  await run({ name: 'wallet pages', file: 'apps/wallet/build.ts', args: [pages], logs })
  await run({ name: 'release manifest', file: 'apps/server/scripts/releaseManifest.ts', args: [pages, file], logs })
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * Writes the bill of materials of the lock file (CycloneDX), and records its hash in the manifest.
 *
 * @returns {{ components: number, manifest: import('./compareRelease.mjs').ReleaseManifest }}
 */
export function addBillOfMaterials({ pages }) {
  const file = 'sbom.cdx.json'
  const bill = makeBillOfMaterials({ lock: JSON.parse(readFileSync('package-lock.json', 'utf8')) })
  const text = `${JSON.stringify(bill, null, 2)}\n`
  writeFileSync(join(pages, file), text)
  const path = join(pages, 'release.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  manifest.sbom = { file, sha256: createHash('sha256').update(text).digest('hex') }
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  return { components: bill.components.length, manifest }
}

async function run({ name, file, args, logs }) {
  const child = startChild({ name, file, args, env: {}, logFile: join(logs, `${name.replaceAll(' ', '-')}.log`) })
  const { code, tail } = await child.exited
  if (code !== 0) throw new Error(`The ${name} could not be made:\n${tail.join('\n')}`)
}
