import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../scripts/lib/chromium.mjs'

/** One measured figure beside the limit, peer or goal that it is judged by. */
export type Figure = { name: string; value: string; beside: string; verdict: 'reached' | 'missed' | 'no goal' }

/** The machine and the moment of a measurement. */
export type Circumstances = {
  date: string
  /** The commit that was measured; `+` behind it: with changes that are not committed. */
  commit: string
  processor: string
  cores: number
  gibibytes: number
  node: string
  chromium: string
  /** Processes that wanted a core, over the last minute: about the number of cores while a benchmark runs alone. */
  load: number
}

/** The report of a benchmark. */
export type Report = { title: string; figures: readonly Figure[]; circumstances: Circumstances }

/** The figures of the last run of each benchmark; not committed. */
export const reportFolder = join(process.env.LATCHKEY_FOLDER ?? '.latchkey', 'bench')

/**
 * Prints figures as a table: the measurement, the comparison, whether the goal is reached. Also writes them as data for
 * `npm run bench -- --results`.
 *
 * @param options.name of the file, which the next run overwrites
 */
export function reportFigures({
  name,
  title,
  figures,
}: {
  name: string
  title: string
  figures: readonly Figure[]
}): void {
  const mark = { reached: '✓', missed: '✗', 'no goal': ' ' } as const
  const widths = [
    Math.max(...figures.map((figure) => figure.name.length)),
    Math.max(...figures.map(({ value }) => value.length)),
  ]
  console.log(`\n${title}`)
  for (const { name: label, value, beside, verdict } of figures)
    console.log(`${mark[verdict]} ${label.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}   ${beside}`)
  mkdirSync(reportFolder, { recursive: true })
  const report: Report = { title, figures, circumstances: readCircumstances() }
  writeFileSync(join(reportFolder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`)
}

/** The value below which the given share (0 to 1) of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

function readCircumstances(): Circumstances {
  const say = (command: string, ...parameters: string[]) => {
    try {
      return execFileSync(command, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return ''
    }
  }
  const chromium = findChromium()
  const changes = say('git', 'status', '--porcelain', '--untracked-files=no')
  return {
    date: new Date().toISOString().slice(0, 16),
    commit: `${say('git', 'rev-parse', '--short', 'HEAD')}${changes === '' ? '' : '+'}`,
    processor: cpus()[0]?.model ?? '',
    cores: cpus().length,
    gibibytes: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    chromium: chromium ? (/[\d.]+/.exec(say(chromium, '--version'))?.[0] ?? '') : '',
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
  }
}
