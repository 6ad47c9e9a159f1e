// What a page loads before the first click: at most 25 kB gzip over bare React; the first opening at most 60 kB more; each
// later part at most 40 kB; the host's half of the embedded wallet at most 3 kB.
import { spawnSync } from 'node:child_process'

const { status } = spawnSync(
  process.execPath,
  ['--conditions=dev', '--import', 'tsx', 'bench/src/size.ts', '--check'],
  {
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
