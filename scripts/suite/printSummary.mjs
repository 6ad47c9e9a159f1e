// Prints the summary of a run: the slowest files and the reasons, each failure, a line for each stage, and the sum.
import { readFileSync } from 'node:fs'
import { stages } from './stages.mjs'

const marks = { passed: '✓', failed: '✗', skipped: '–' }

/** Reasons of single slow files, if they differ from their stage's. */
const reasons = JSON.parse(readFileSync(new URL('slowFiles.json', import.meta.url), 'utf8'))

/**
 * Prints a summary; its last line is `N passed, N failed, N skipped`.
 *
 * @param {{ results: readonly object[], began: number }} options results of stages, and Unix milliseconds
 */
export function printSummary({ results, began }) {
  const slowest = results.flatMap(({ name, files }) => files.map((file) => ({ ...file, stage: name })))
  slowest.sort((left, right) => right.seconds - left.seconds)
  if (slowest.length > 0) console.log('\nSlowest files:')
  for (const { stage, file, seconds } of slowest.slice(0, 10)) {
    const why = reasons[file] ?? stages.find(({ name }) => name === stage)?.why ?? ''
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${stage.padEnd(16)} ${file}: ${why}`)
  }
  for (const { name, failures } of results)
    for (const failure of failures)
      console.log(`\n✗ ${name} › ${failure.file} › ${failure.name}\n${failure.message.replaceAll(/^/gm, '    ')}`)
  console.log()
  for (const result of results) console.log(lineOf(result))
  const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0)
  const spent = (Date.now() - began) / 1000
  const quarantined = sum('quarantined')
  console.log(`\n${Math.floor(spent / 60)} min ${Math.round(spent % 60)} s`)
  if (quarantined > 0) console.log(`${quarantined} in quarantine, green when tried again`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
}

function lineOf({ name, status, seconds, passed, failed, skipped, quarantined, isKept }) {
  const counts = [
    `${passed} passed`,
    failed && `${failed} failed`,
    skipped && `${skipped} skipped`,
    quarantined && `${quarantined} in quarantine`,
  ]
  const time = isKept ? 'unchanged' : `${seconds.toFixed(1)} s`
  return `${marks[status]} ${name.padEnd(18)} ${time.padStart(10)}  ${counts.filter(Boolean).join(', ')}`
}
