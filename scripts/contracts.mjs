// Fuzz and invariant tests of the contracts with Foundry: `node scripts/contracts.mjs [--profile=full] [--report=<file>]`.
// The default profile makes 2,048 calls of each invariant, the full one 100,000.
import { writeFileSync } from 'node:fs'
import { findForge, layForge, noForge, runForge } from './lib/forge.mjs'

const option = (name) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const profile = option('profile') ?? 'default'
const report = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] }
const forge = findForge()
const began = performance.now()

if (!forge) {
  report.skipped = 1
  console.log(`Skipped: ${noForge}`)
} else {
  const { results, words } = await runForge({ forge, root: layForge(`tests-${profile}`), profile })
  if (!results) {
    report.failed = 1
    report.failures.push({ file: 'packages/contracts/forge', name: 'forge', message: words.slice(-2_000) })
    console.error(words)
  }
  for (const [suite, { test_results: tests }] of Object.entries(results ?? {})) {
    const file = `packages/contracts/${suite.split(':')[0]}`
    let seconds = 0
    for (const [name, test] of Object.entries(tests)) {
      const isPassed = test.status === 'Success'
      report[isPassed ? 'passed' : 'failed'] += 1
      seconds += secondsOf(test.duration)
      console.log(`${isPassed ? '✓' : '✗'} ${suite.split(':')[1]}.${name}  ${describe(test)}`)
      if (isPassed) continue
      const message = [test.reason, JSON.stringify(test.counterexample)?.slice(0, 2_000)].filter(Boolean).join('\n')
      console.error(message)
      report.failures.push({ file, name, message })
    }
    report.files.push({ file, seconds })
  }
  const calls = Object.values(results ?? {})
    .flatMap(({ test_results: tests }) => Object.values(tests))
    .reduce((sum, { kind }) => sum + (kind.Invariant?.calls ?? kind.Fuzz?.runs ?? 0), 0)
  console.log(
    `${report.passed} passed, ${report.failed} failed: ${calls.toLocaleString('en')} random calls in ${((performance.now() - began) / 1000).toFixed(1)} s (profile ${profile})`,
  )
}
const file = option('report')
if (file) writeFileSync(file, JSON.stringify(report))
process.exit(report.failed > 0 ? 1 : 0)

/** How much was tried. */
function describe({ kind }) {
  if (kind.Invariant) return `${kind.Invariant.runs} sequences, ${kind.Invariant.calls.toLocaleString('en')} calls`
  if (kind.Fuzz) return `${kind.Fuzz.runs} cases`
  return ''
}

/** `1m 2s 300ms 5us` */
function secondsOf(duration = '') {
  const units = { m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 }
  return [...String(duration).matchAll(/([\d.]+)(ms|us|µs|ns|m|s)/g)].reduce(
    (sum, [, value, unit]) => sum + Number(value) * units[unit],
    0,
  )
}
