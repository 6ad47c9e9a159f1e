/** Prints what the kit costs a page, in gzip bytes over bare React. With `--check` a budget that is broken ends the process with 1. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildHost } from './buildHost.ts'

const budgets = { load: 25_000, opening: 60_000, part: 40_000, walletHost: 3_000 }
const folder = mkdtempSync(join(tmpdir(), 'latchkey-host-'))
try {
  const host = await buildHost({ folder })
  const load = host.loadBytes('kit') - host.loadBytes('bare')
  const onLoad = reach([...host.chunks.values()].filter(({ isEntry }) => isEntry).map(({ name }) => name))
  const lazy = [...host.chunks.values()].filter(({ name }) => !onLoad.has(name))
  const entry = lazy.find(({ name }) => /modalEntry/.test(name))
  const opening = entry ? sum(reach([entry.name], onLoad)) : 0
  const rows: [string, number, number][] = [
    ['on load, over bare React', load, budgets.load],
    ['first opening, more', opening, budgets.opening],
    ...lazy
      .filter(({ name }) => name !== entry?.name)
      .sort((a, b) => b.gzip - a.gzip)
      .map(({ name, gzip }): [string, number, number] => [
        `later: ${name.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '')}`,
        gzip,
        /createEmbeddedHost/.test(name) ? budgets.walletHost : budgets.part,
      ]),
  ]
  for (const [name, bytes, budget] of rows)
    console.log(
      `${bytes > budget ? '✗' : '✓'} ${name.padEnd(42)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${budget / 1000} kB gzip`,
    )
  if (!entry) console.error('The modal has no chunk of its own: it is loaded with the page, or its entry was renamed.')
  if (process.argv.includes('--check') && (!entry || rows.some(([, bytes, budget]) => bytes > budget)))
    process.exitCode = 1

  function reach(names: string[], without = new Set<string>()): Set<string> {
    const seen = new Set<string>()
    const visit = (name: string) => {
      if (seen.has(name) || without.has(name)) return
      seen.add(name)
      for (const next of host.chunks.get(name)?.imports ?? []) visit(next)
    }
    for (const name of names) visit(name)
    return seen
  }

  function sum(names: Set<string>): number {
    return [...names].reduce((total, name) => total + (host.chunks.get(name)?.gzip ?? 0), 0)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
