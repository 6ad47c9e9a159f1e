/** Writes bench/RESULTS.md from the reports of the benchmarks and the notes about single figures. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Figure, type Report, reportFolder } from './report.ts'

/** The benchmarks by the names of their reports, in the order of the page, with the page that describes the measurement. */
const benchmarks = {
  size: 'size',
  modal: 'modal',
  wallet: 'wallet',
  start: 'start',
  api: 'api',
  indexing: 'indexing',
  router: 'router',
  signIn: 'signIn',
  names: 'names',
  accounts: 'accounts',
  bundler: 'bundler',
  relay: 'relay',
  'relayLoss-redis': 'relay',
  'relayLoss-postgres': 'relay',
} as const

/** Explanations of figures, by benchmark and name. */
type Notes = Partial<Record<keyof typeof benchmarks, Record<string, string>>>

/** A goal without a benchmark: held by a test, or taken by hand. */
type OtherGoal = { goal: string; figure: string; by: string }

const folder = join(import.meta.dirname, '..')
const readData = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))
const notes = readData('notes.json') as Notes
const others = readData('otherGoals.json') as OtherGoal[]

const reports = (Object.keys(benchmarks) as (keyof typeof benchmarks)[]).flatMap((name) => {
  const file = join(reportFolder, `${name}.json`)
  return existsSync(file) ? [{ name, report: JSON.parse(readFileSync(file, 'utf8')) as Report }] : []
})
const absent = Object.keys(benchmarks).filter((name) => !reports.some((one) => one.name === name))
const unsaid = reports.flatMap(({ name, report: { figures } }) =>
  figures
    .filter((figure) => figure.verdict === 'missed' && !notes[name]?.[figure.name])
    .map((figure) => `${name}: nothing says what holds back "${figure.name}"`),
)
const stale = reports.flatMap(({ name, report: { figures } }) =>
  Object.keys(notes[name] ?? {})
    .filter((label) => !figures.some((figure) => figure.name === label))
    .map((label) => `${name}: the last run has no figure "${label}"`),
)
for (const line of [...unsaid, ...stale]) console.error(`bench/src/notes.json: ${line}`)
// The page is written all the same, and says so.
if (unsaid.length > 0) process.exitCode = 1

const all = reports.flatMap(({ report }) => report.figures)
const count = (verdict: Figure['verdict']) => all.filter((figure) => figure.verdict === verdict).length
const cell = (text: string) => text.replaceAll('|', '\\|')
const mark = { reached: 'reached', missed: '**missed**', 'no goal': '' } as const

const page = [
  '# Results',
  '',
  'Every goal of the benchmarks with its figure, beside the peer or the limit of the same run, and what holds it back. Written by',
  '`npm run bench -- --results` from the last run of each benchmark; what is said of a figure stands in `bench/src/notes.json`.',
  '',
  `${count('reached')} of ${count('reached') + count('missed')} goals are reached. Not reached:`,
  '',
  ...reports.flatMap(({ report }) =>
    report.figures
      .filter(({ verdict }) => verdict === 'missed')
      .map(({ name, value, beside }) => `- ${report.title.replace(/[ ,:(].*/, '')}: ${name}, ${value} (${beside})`),
  ),
  '',
  ...(absent.length > 0 ? [`Not run on this machine: ${absent.join(', ')}.`, ''] : []),
  ...reports.flatMap(({ name, report }) => section(name, report)),
  '## Goals without a benchmark',
  '',
  '| Goal | Figure | Held by |',
  '|---|---|---|',
  ...others.map(({ goal, figure, by }) => `| ${cell(goal)} | ${cell(figure)} | ${cell(by)} |`),
  '',
]
writeFileSync(join(folder, 'RESULTS.md'), page.join('\n'))
console.log('bench/RESULTS.md is written')

function section(name: keyof typeof benchmarks, { title, figures, circumstances }: Report): string[] {
  const { date, commit, cores, processor, gibibytes, node, chromium, load } = circumstances
  return [
    `## ${title}`,
    '',
    `[What is measured](${benchmarks[name]}.md). ${date.replace('T', ' ')} UTC, commit ${commit}; ${cores} cores (${processor}), ${gibibytes} GiB, Node ${node}, Chromium ${chromium || 'none'}; load at the end ${load}.`,
    '',
    '| | Figure | Beside | | What holds it back |',
    '|---|---|---|---|---|',
    ...figures.map((figure, index) =>
      [
        `| ${index + 1}`,
        `${cell(figure.name)}: **${cell(figure.value)}**`,
        cell(figure.beside),
        mark[figure.verdict],
        `${cell(notes[name]?.[figure.name] ?? (figure.verdict === 'missed' ? 'not explained yet' : ''))} |`,
      ].join(' | '),
    ),
    '',
  ]
}
