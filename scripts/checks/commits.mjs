// Holds commit messages to the convention of CONTRIBUTING.md.
//
// Checks the commits that are not on the upstream branch yet, or the last 50 where there is none. Commits from before this check, merges,
// and everything beyond the edge of a shallow clone are left out. `--since <commit>` checks the commits behind that one.
import { parseArgs } from 'node:util'
import { findCommitFaults, readCommits, readGit } from '../lib/commits.mjs'

const { values } = parseArgs({ options: { since: { type: 'string' } } })
const commits = readCommits(values.since ? [`${values.since}..HEAD`] : findRange())
let faulty = 0
for (const commit of commits) {
  const faults = findCommitFaults(commit)
  if (faults.length === 0) continue
  faulty += 1
  console.error(`${commit.hash.slice(0, 8)} ${commit.header}\n    ${faults.join('\n    ')}`)
}
if (faulty === 0) console.log(`${commits.length} commits follow the convention.`)
process.exit(faulty > 0 ? 1 : 0)

function findRange() {
  // In a shallow clone the oldest commit seems to have added every file.
  const first = readGit('log', '--diff-filter=A', '--format=%H', '-1', '--', 'scripts/checks/commits.mjs')
  const upstream = readGit('rev-parse', '--verify', '--quiet', '@{upstream}')
  // Branches that began earlier do not descend from the first one: their authors did not know.
  return ['-50', '--ancestry-path', `${first ?? 'HEAD'}..HEAD`, ...(upstream ? [`^${upstream}`] : [])]
}
