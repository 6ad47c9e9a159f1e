// Fails if package-lock.json lacks an entry for a declared optional dependency, or if a dependency is not pinned exactly. The entry
// can be missing because npm drops optional dependencies that its registry lacks. `npm ci` then fails everywhere. The other rules are
// in `.lockfile-lintrc.json` (lockfile-lint): https, known hosts, names and sha512.
import { readFileSync } from 'node:fs'
import { workspaces } from '../lib/workspaces.mjs'

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const problems = []
for (const [where, entry] of Object.entries(packages))
  for (const name of Object.keys(entry.optionalDependencies ?? {}))
    if (!packages[`node_modules/${name}`] && !packages[`${where}/node_modules/${name}`])
      problems.push(`package-lock.json misses ${name}, an optional dependency of ${where || 'the root'}`)

for (const { path, manifest } of workspaces())
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'])
    for (const [name, range] of Object.entries(manifest[kind] ?? {}))
      if (!/^(npm:[^@]+@|npm:@[^@]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))
        problems.push(`${path}/package.json: ${name} is not pinned exactly (${range})`)

for (const problem of problems) console.error(problem)
if (problems.length === 0)
  console.log(`The lock is complete: ${Object.keys(packages).length} packages, every dependency pinned.`)
process.exit(problems.length > 0 ? 1 : 0)
