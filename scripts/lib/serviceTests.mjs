// Which of the server's tests a database or a key-value store can change: those that load, over however many files, one of the
// modules below. All others say the same whatever stands beside them, so that they need not run a second time.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = 'apps/server/src'
/** The longest of them run on PostgreSQL alone, even where everything else runs on both: a database of its own process lets them be quick. */
const onServicesAlone = ['bundler/abuse.full', 'bundler/faults.full', 'indexer/kill'].map(
  (name) => `${root}/${name}.test.ts`,
)
/** What runs on the embedded database as well, where PostgreSQL and Redis are there: what is about databases, and a login. */
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
 * The tests that the suite on the embedded database leaves to the one on PostgreSQL and Redis: the same tests take a third of the time there, and the journeys in
 * browsers run on the embedded one anyway. `LATCHKEY_BOTH_DATABASES=1` has everything run on both; without PostgreSQL or Redis everything runs on the embedded one.
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
