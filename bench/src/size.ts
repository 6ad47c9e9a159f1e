/** Prints the cost of the kit for a page, in gzip bytes over bare React. With `--check` a broken budget ends the process with 1. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { budgets } from './budgets.ts'
import { buildHost, openingChunks } from './buildHost.ts'

/** The code for Bitcoin has a separate budget. The chunk has the name of its first module. */
const budgetOf = (name: string) =>
  /createEmbeddedHost/.test(name) ? budgets.walletHost : /toSigned/.test(name) ? budgets.bitcoin : budgets.part

const folder = mkdtempSync(join(tmpdir(), 'latchkey-host-'))
try {
  const host = await buildHost({ folder })
  const bare = [...host.loadedChunks('bare')].find((name) => host.chunks.get(name)?.isEntry)
  const load = host.loadBytes('kit') - host.loadBytes('bare')
  const lazy = [...host.chunks.values()].filter(({ name }) => !host.loadedChunks('kit').has(name) && name !== bare)
  const entry = lazy.find(({ name }) => /modalEntry/.test(name))
  const opening = host.laterBytes('kit', openingChunks)
  const family = (chunks: RegExp) => host.laterBytes('kit', chunks) - host.laterBytes('kit', /createSendEngine/)
  const rows: [string, number, number][] = [
    ['on load, over bare React', load, budgets.load],
    ['first opening, more', opening, budgets.opening],
    ['a payment on Solana, more than any', family(/createSendEngine|createSolana(Send|Chain)/), budgets.solana],
    ['a payment on Bitcoin, more than any', family(/createSendEngine|createBitcoin(Send|Chain)/), budgets.bitcoin],
    ...lazy
      .filter(({ name }) => name !== entry?.name)
      .sort((a, b) => b.gzip - a.gzip)
      .map(({ name, gzip }): [string, number, number] => [
        `later: ${name.replace(/^assets\//, '').replace(/-[\w-]{8}\.js$/, '')}`,
        gzip,
        budgetOf(name),
      ]),
  ]
  for (const [name, bytes, budget] of rows)
    console.log(
      `${bytes > budget ? '✗' : '✓'} ${name.padEnd(42)} ${(bytes / 1000).toFixed(1).padStart(6)} kB of ${budget / 1000} kB gzip`,
    )
  if (!entry) console.error('The modal has no separate chunk: it loads with the page, or its entry was renamed.')
  if (process.argv.includes('--check') && (!entry || rows.some(([, bytes, budget]) => bytes > budget)))
    process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
