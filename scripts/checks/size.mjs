// Limits of the kit in gzip. Before the first click a page loads at most 25.4 kB over bare React, and the first opening at most 61.6 kB
// more. Each later part has at most 40 kB, the host's half of the embedded wallet 3.2 kB. The wallet's build has its own budgets.
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
