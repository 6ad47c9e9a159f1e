import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as contracts from '@latchkey/contracts'
import { worldVersion } from '../world/World.ts'
import { foreignPackages } from './foreignBytecode.ts'

/** The folders whose code decides what a baked chain looks like. */
const folders = ['../bake/', '../market/', '../world/']

/**
 * Returns the key of a baked state. It depends on our contracts, the baking code, the packages of the other contracts, and the
 * chain. It also depends on the UTC day, which keeps the end of the price history recent.
 */
export function bakeKey({ id, now }: { id: number; now: Date }): string {
  const hash = createHash('sha256')
  const add = (...parts: string[]) => {
    for (const part of parts) hash.update(`${part.length}:${part}`)
  }
  add(String(id), now.toISOString().slice(0, 10), String(worldVersion))
  for (const [name, value] of Object.entries(contracts).sort(([a], [b]) => a.localeCompare(b))) {
    add(name, JSON.stringify(value))
  }
  const require = createRequire(import.meta.url)
  for (const name of foreignPackages) {
    const { version }: { version: string } = JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8'))
    add(name, version)
  }
  for (const folder of folders) {
    const path = fileURLToPath(new URL(folder, import.meta.url))
    for (const file of readdirSync(path).sort()) {
      if (!file.includes('.test.')) add(file, readFileSync(join(path, file), 'utf8'))
    }
  }
  return hash.digest('hex').slice(0, 32)
}
