// One thing per file: 500 lines at most, no catch-all names, no barrels outside a package's exports.
import { basename } from 'node:path'
import { sources } from '../lib/sources.mjs'

const limit = 500
const problems = []
for (const { path, text } of sources()) {
  const lines = text.split('\n').length
  // Data and generated files are not read from top to bottom.
  if (lines > limit && !/\/(generated|data)\//.test(path))
    problems.push(`${path}: ${lines} lines, the limit is ${limit}`)
  if (/^(utils?|helpers?|misc|common)\.(ts|tsx|mjs)$/i.test(basename(path)))
    problems.push(`${path}: name the file after what is in it`)
  if (/^index\.(ts|tsx)$/.test(basename(path)) && !path.includes('/src/exports/'))
    problems.push(`${path}: index files belong into src/exports only`)
}
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log('Every file keeps the limits of size and name.')
process.exit(problems.length > 0 ? 1 : 0)
