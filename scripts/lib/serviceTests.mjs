// Selects the server's tests that depend on a database or a key-value store: those that load one of the modules below, directly or not.
// All others give the same result with any of them, so they run once.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = 'apps/server/src'
/** The longest of them. They always run on PostgreSQL only, because a separate database process makes them fast. */
const onServicesAlone = ['bundler/abuse.full', 'bundler/faults.full', 'indexer/kill'].map(
  (name) => `${root}/${name}.test.ts`,
)
/** Tests that run on the embedded database as well if PostgreSQL and Redis are installed: those about databases, and a login. */
const onBoth = [/^apps\/server\/src\/(?:platform|relay\/store)\//, /^apps\/server\/src\/auth\/emailLogin\./]
const services = ['createTestDatabase', 'startPostgres', 'startRedis'].map((name) => `${root}/testing/${name}.ts`)

/**
 * @param {string} folder of the repository
 * @returns {string[]} those test files, from that folder
 */
export function serviceTests(folder) {
  /** The files that load a file. */
  const importers = new Map()
  for (const name of readdirSync(join(folder, root), { recursive: true }).map(String)) {
    if (!name.endsWith('.ts')) continue
    const path = join(root, name)
    for (const specifier of importsOf(readFileSync(join(folder, path), 'utf8'))) {
      const target = join(path, '..', specifier)
      importers.set(target, [...(importers.get(target) ?? []), path])
    }
  }
  // A set is walked on while it grows.
  const found = new Set(services)
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer)
  return [...found].filter((path) => path.endsWith('.test.ts')).sort()
}

/**
 * Returns the tests that run on PostgreSQL and Redis only. They take a third of the time there, and the journeys in browsers use the
 * embedded database anyway. `LATCHKEY_BOTH_DATABASES=1` runs everything on both. Without PostgreSQL or Redis everything runs on the
 * embedded one.
 *
 * @param {string} folder of the repository
 * @param {{ hasServices: boolean }} options whether PostgreSQL and Redis are on this machine
 * @returns {string[]} those test files, from that folder
 */
export function leftToServices(folder, { hasServices }) {
  if (!hasServices || process.env.LATCHKEY_BOTH_DATABASES) return onServicesAlone
  return serviceTests(folder).filter((path) => !onBoth.some((pattern) => pattern.test(path)))
}

/** The relative imports that are still there when the code runs. */
function importsOf(text) {
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s(?!type\s)[^'"`;]*?from\s+'(\.[^']+)'|(?:^|\n)\s*import\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3])
}
