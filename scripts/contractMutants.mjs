// Holds the contracts' Foundry tests to what they would let through: each mutant of a contract must fail them.
// `node scripts/contractMutants.mjs [--only=<part of a name>] [--report=<file>]`
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutants } from '../packages/contracts/forge/mutants.mjs'
import { findForge, layForge, noForge, runForge } from './lib/forge.mjs'

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const report = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
const forge = findForge()

if (!forge) {
  report.skipped = mutants.length
  console.log(`Skipped: ${noForge}`)
} else {
  const roots = new Map()
  for (const mutant of mutants.filter(({ name }) => name.includes(option('only') ?? ''))) {
    const began = performance.now()
    const root = roots.get(mutant.test) ?? layForge(join('mutants', mutant.test), mutant.test)
    roots.set(mutant.test, root)
    const path = join(root, 'solidity', mutant.file)
    const source = readFileSync(path, 'utf8')
    const { length } = source.split(mutant.from)
    if (length !== 2) throw new Error(`${mutant.name}: the text stands ${length - 1} times in ${mutant.file}`)
    writeFileSync(
      path,
      source.replace(mutant.from, () => mutant.to),
    )
    const args = ['--match-path', `forge/test/${mutant.test}.t.sol`, '--fail-fast']
    const { results, words } = await runForge({ forge, root, profile: 'mutants', args })
    writeFileSync(path, source)
    const caught = Object.values(results ?? {})
      .flatMap(({ test_results: tests }) => Object.entries(tests))
      .find(([, { status }]) => status === 'Failure')
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    if (!results) {
      report.failed += 1
      report.failures.push({ file: mutant.file, name: mutant.name, message: words.slice(-1_000) })
      console.error(`✗ ${mutant.name}: does not compile\n${words.slice(-1_000)}`)
    } else if (caught) {
      report.passed += 1
      console.log(`✓ ${mutant.name}: ${caught[1].reason ?? caught[0]}  ${seconds} s`)
    } else {
      report.failed += 1
      report.failures.push({ file: mutant.file, name: mutant.name, message: 'No test notices' })
      console.error(`✗ ${mutant.name}: no test notices  ${seconds} s`)
    }
  }
  console.log(`${report.passed} of ${report.passed + report.failed} mutants are caught`)
}
const file = option('report')
if (file) writeFileSync(file, JSON.stringify(report))
process.exit(report.failed > 0 ? 1 : 0)
