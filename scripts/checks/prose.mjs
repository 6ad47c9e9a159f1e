// Holds docs/style.md and docs/glossary.md: reads every text of the repository, and lets no folder get worse than its figures in
// `data/prose.json`.
//
//   (nothing)            prints the figures by kind of text, and fails where a folder has other counts than its figures
//   --write              lowers the figures to the counts of today
//   --report <folder>    lists each sentence to rewrite, worst first; `--kind logs` lists one kind alone
//   --folders            prints the figures of each folder
//   --compare            prints the figures of viem and wagmi beside ours
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureInParallel } from '../lib/prose/measureInParallel.mjs'
import { hardLimit, measureProse, softLimit, sumUp } from '../lib/prose/measureProse.mjs'
import { proseFiles, shippedFiles } from '../lib/prose/proseFiles.mjs'
import { compareCounts, countFolders, folderOf } from '../lib/prose/ratchet.mjs'
import { generated, phrases, terms } from './data/prose.mjs'

const place = 'scripts/checks/data/prose.json'
const kinds = ['docs', 'comments', 'logs', 'errors', 'ui', 'tests']
const rates = ['nobody', 'whoever', 'what', 'others', 'terms', 'repeated']
const peers = ['viem', 'wagmi', '@wagmi/core']

const { values } = parseArgs({
  options: {
    ...{ write: { type: 'boolean' }, folders: { type: 'boolean' }, compare: { type: 'boolean' } },
    ...{ report: { type: 'string' }, kind: { type: 'string' } },
  },
})
const asked = values.report?.replace(/\/$/, '')

const sentences = await measureInParallel(
  proseFiles()
    .filter(({ path }) => !generated.test(path))
    .filter(({ path }) => !asked || asked === '.' || path === asked || path.startsWith(`${asked}/`)),
)
if (asked) printReport()
else {
  printFigures(
    'Latchkey',
    groupBy(sentences, ({ kind }) => kind),
  )
  if (values.folders)
    printFigures(
      'Folders',
      groupBy(sentences, ({ path }) => folderOf(path)),
    )
  if (values.compare)
    for (const peer of peers) {
      const files = shippedFiles(`node_modules/${peer}`)
      if (files.length === 0) console.log(`${peer} is not installed.`)
      else
        printFigures(
          peer,
          groupBy(await measureProse(files), ({ kind }) => kind),
        )
    }
  process.exitCode = values.write ? writeCounts() : checkCounts()
}

function checkCounts() {
  const { worse, better } = compareCounts(readFigures(), countFolders(sentences))
  for (const problem of worse) console.error(problem)
  for (const change of better) console.error(change)
  if (worse.length > 0) console.error('List the sentences with node scripts/checks/prose.mjs --report <folder>')
  else if (better.length > 0) console.error('Keep the gain with node scripts/checks/prose.mjs --write')
  return worse.length + better.length > 0 ? 1 : 0
}

function writeCounts() {
  const counts = countFolders(sentences)
  const { refused } = existsSync(place) ? compareCounts(readFigures(), counts) : { refused: [] }
  for (const problem of refused) console.error(problem)
  if (refused.length === 0) writeFileSync(place, `${JSON.stringify(counts, null, 2)}\n`)
  return refused.length > 0 ? 1 : 0
}

function readFigures() {
  return JSON.parse(readFileSync(place, 'utf8'))
}

/** Sentences with findings, the worst first. */
function printReport() {
  const worst = sentences
    .filter(({ kind, findings }) => findings.length > 0 && (!values.kind || kind === values.kind))
    .map((sentence) => ({ sentence, weight: weigh(sentence) }))
    .sort((one, other) => other.weight - one.weight)
  for (const { sentence } of worst) {
    const { path, line, kind, words, text, findings } = sentence
    const faults = findings.map(({ rule, id, message }) => {
      if (rule === 'phrase' || rule === 'term') return `"${id}"`
      return rule === 'repeated' ? message : `over ${rule === 'long' ? hardLimit : softLimit} words`
    })
    console.log(`${path}:${line}  ${kind}, ${words} words: ${[...new Set(faults)].join(', ')}\n    ${text}`)
  }
  console.log(`${worst.length} of ${sentences.length} sentences`)
}

/** A phrase weighs as much as ten words over the limit. */
function weigh({ words, findings }) {
  const hits = findings.filter(({ rule }) => rule !== 'long' && rule !== 'lengthy').length
  return hits * 10 + Math.max(0, words - softLimit)
}

/** Rates for each 1,000 words, lengths of sentences in words. */
function printFigures(title, groups) {
  const rows = [...groups].map(([name, own]) => figureRow(name, own))
  if (rows.length > 1) rows.push(figureRow('all', [...groups.values()].flat()))
  const table = [[title, 'words', ...rates, 'median', 'p90', 'longest', `>${softLimit}`, `>${hardLimit}`], ...rows]
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  for (const row of table)
    console.log(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[at]))).join('  '))
  console.log()
}

function figureRow(name, own) {
  const { words, median, p90, longest, counts } = sumUp(own)
  const sums = { others: 0, terms: 0, ...counts }
  for (const { id } of phrases) if (!rates.includes(id)) sums.others += counts[id] ?? 0
  for (const { id } of terms) sums.terms += counts[`term ${id}`] ?? 0
  const perThousand = rates.map((key) => (words > 0 ? ((sums[key] ?? 0) * 1000) / words : 0).toFixed(2))
  return [name, words, ...perThousand, median, p90, longest, counts.lengthy ?? 0, counts.long ?? 0].map(String)
}

/** In the order of the kinds, then of the names. */
function groupBy(all, keyOf) {
  const groups = new Map()
  for (const sentence of all) {
    const key = keyOf(sentence)
    if (!groups.has(key)) groups.set(key, [])
    groups.get(key).push(sentence)
  }
  return new Map(
    [...groups].sort(([one], [other]) => kinds.indexOf(one) - kinds.indexOf(other) || (one < other ? -1 : 1)),
  )
}
