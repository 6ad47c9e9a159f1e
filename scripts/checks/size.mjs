// What a page loads before the first click: at most 25.4 kB gzip over bare React; the first opening at most 61.6 kB more; each
// later part at most 40 kB; the host's half of the embedded wallet at most 3.2 kB. The wallet's own pages: the budgets of its build.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (...parameters) =>
  spawnSync(process.execPath, ['--conditions=dev', '--import', 'tsx', ...parameters, '--check'], { stdio: 'inherit' })
    .status ?? 1

const folder = mkdtempSync(join(tmpdir(), 'latchkey-wallet-size-'))
try {
  const statuses = [run('bench/src/size.ts'), run('apps/wallet/build.ts', folder)]
  process.exitCode = Math.max(...statuses)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
