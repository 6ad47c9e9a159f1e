// Holds docs/security.md and the tests together: every row of the threat table has a test whose name carries `threat <row>`, or a
// reason why not. `--write` puts the tests that exist into the page.
import { readFileSync, writeFileSync } from 'node:fs'
import { testTitles } from '../lib/testTitles.mjs'
import { threats } from './data/threats.mjs'

const page = 'docs/security.md'
const tests = new Map()
for (const { path, name } of testTitles())
  for (const row of rowsOf(name)) tests.set(row, [...(tests.get(row) ?? []), path])

/** `threat 37`, `threats 7, 8 and 9` */
function rowsOf(name) {
  const match = /threats? ((?:\d+(?:, | and )?)+)/.exec(name)
  return match ? match[1].match(/\d+/g).map(Number) : []
}

const lines = threats.map(({ row, threat, defense, open }) => {
  const files = [...new Set(tests.get(row) ?? [])].sort()
  const proof = files.length > 0 ? files.map((file) => `[${file.split('/').at(-1)}](../${file})`).join(' ') : ''
  return `| ${row} | ${threat} | ${defense} | ${[proof, open && `not tested: ${open}`].filter(Boolean).join('; ')} |`
})
const table = ['| # | Threat | Defense | Test |', '|---|---|---|---|', ...lines].join('\n')
const text = readFileSync(page, 'utf8')
const next = text.replace(/<!-- threats -->[\s\S]*<!-- \/threats -->/, `<!-- threats -->\n${table}\n<!-- /threats -->`)

const problems = []
for (const { row, threat, open } of threats)
  if (!tests.has(row) && !open) problems.push(`threat ${row} (${threat}) has no test, and no reason why not`)
for (const row of tests.keys())
  if (!threats.some((threat) => threat.row === row))
    problems.push(`a test names threat ${row}, which is not in the table`)
if (process.argv.includes('--write')) writeFileSync(page, next)
else if (next !== text) problems.push(`${page} is not up to date: node scripts/checks/threats.mjs --write`)

for (const problem of problems) console.error(problem)
const proven = threats.filter(({ row }) => tests.has(row)).length
console.log(
  `${proven} of ${threats.length} threats have a test; ${threats.filter(({ open }) => open).length} give a reason.`,
)
process.exit(problems.length > 0 ? 1 : 0)
