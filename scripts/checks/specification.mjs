// Holds docs/specification.md and the tests together: every requirement has a test whose name carries `spec <number>`, or a recorded
// deviation. Those of the calls, texts and constants (sections 3, 7, 8 and 9) have one that `npm test -- contract` runs, without the
// built site. `--write` puts the tests that exist into the page.
import { readFileSync, writeFileSync } from 'node:fs'
import { specification, specifiedTests } from '../lib/specification.mjs'

const page = 'docs/specification.md'
const tests = specifiedTests()
const problems = []

const tables = specification.map(({ title, rows }) => {
  const lines = rows.map(({ id, says, instead, because }) => {
    const files = [...(tests.get(id) ?? [])].sort()
    if (Boolean(instead) !== Boolean(because)) problems.push(`${id}: a deviation needs a description and a reason`)
    if (files.length === 0 && !instead) problems.push(`${id} (${says}) has no test, and no recorded deviation`)
    if (files.length > 0 && /^[3789]\./.test(id) && files.every((file) => file.endsWith('.spec.ts')))
      problems.push(`${id} (${says}) has no test that \`npm test -- contract\` runs`)
    const proof = files.map((file) => `[${file.split('/').at(-1)}](../${file})`).join(' ')
    return `| ${id} | ${says} | ${[instead, because].filter(Boolean).join(' ')} | ${proof} |`
  })
  const head = ['| # | Requirement | Deviation and reason | Test |', '|---|---|---|---|']
  return [`### ${title}`, '', ...head, ...lines].join('\n')
})
const known = new Set(specification.flatMap(({ rows }) => rows.map(({ id }) => id)))
for (const id of tests.keys())
  if (!known.has(id)) problems.push(`a test names requirement ${id}, which is in no section`)

const text = readFileSync(page, 'utf8')
const next = text.replace(
  /<!-- requirements -->[\s\S]*<!-- \/requirements -->/,
  () => `<!-- requirements -->\n${tables.join('\n\n')}\n<!-- /requirements -->`,
)
if (process.argv.includes('--write')) writeFileSync(page, next)
else if (next !== text) problems.push(`${page} is not up to date: node scripts/checks/specification.mjs --write`)

for (const problem of problems) console.error(problem)
const rows = specification.flatMap((section) => section.rows)
const proven = rows.filter(({ id }) => tests.has(id)).length
const deviations = rows.filter(({ instead }) => instead).length
console.log(`${rows.length} requirements: ${proven} have a test, ${deviations} a recorded deviation.`)
process.exit(problems.length > 0 ? 1 : 0)
