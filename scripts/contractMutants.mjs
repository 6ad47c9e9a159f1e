// Checks the contracts' Foundry tests: each mutant of a contract must fail them.
// `node scripts/contractMutants.mjs [--only=<part of a name>] [--report=<file>]`
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mutants } from '../packages/contracts/forge/mutants.mjs'
import { compileMutant } from './lib/compileMutant.mjs'
import { findForge, layForge, noForge, runForge } from './lib/forge.mjs'

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const report = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
const forge = findForge()

if (!forge) {
  report.skipped = mutants.length
  console.log(`Skipped: ${noForge}`)
} else {
  const root = layForge('tests-mutants')
  for (const mutant of mutants.filter(({ name }) => name.includes(option('only') ?? ''))) {
    const began = performance.now()
    const verdict = await judge(mutant, root)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    report[verdict.isCaught ? 'passed' : 'failed'] += 1
    if (!verdict.isCaught) report.failures.push({ file: mutant.file, name: mutant.name, message: verdict.words })
    console.log(`${verdict.isCaught ? '✓' : '✗'} ${mutant.name}: ${verdict.words}  ${seconds} s`)
  }
  console.log(`${report.passed} of ${report.passed + report.failed} mutants are caught`)
}
const file = option('report')
if (file) writeFileSync(file, JSON.stringify(report))
process.exit(report.failed > 0 ? 1 : 0)

/** The tests make the contracts from their artifacts, so nothing but the contract is compiled anew. */
async function judge({ contract, file: source, from, to, test }, root) {
  const artifact = join(root, 'artifacts', `${contract}.json`)
  const whole = readFileSync(artifact, 'utf8')
  try {
    const bytecode = compileMutant({
      ...{ contract, file: source },
      change: (text) => {
        const places = text.split(from).length - 1
        if (places !== 1) throw new Error(`The text stands ${places} times in ${source}`)
        return text.replace(from, () => to)
      },
    })
    writeFileSync(artifact, JSON.stringify({ ...JSON.parse(whole), bytecode: `0x${bytecode}` }))
    const args = ['--match-path', `forge/test/${test}.t.sol`, '--fail-fast']
    const { results, words } = await runForge({ forge, root, profile: 'mutants', args })
    if (!results) return { isCaught: false, words: words.slice(-1_000) }
    const [caught] = Object.values(results)
      .flatMap(({ test_results: tests }) => Object.entries(tests))
      .filter(([, { status }]) => status === 'Failure')
    return caught
      ? { isCaught: true, words: caught[1].reason ?? caught[0] }
      : { isCaught: false, words: 'no test notices' }
  } catch (error) {
    return { isCaught: false, words: error.message.slice(0, 1_000) }
  } finally {
    writeFileSync(artifact, whole)
  }
}
