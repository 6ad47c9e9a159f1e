import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DevnetBitcoinConfig } from '../bitcoin/toBitcoinConfigs.ts'
import type { Devnet } from '../Devnet.ts'
import type { DevnetSolanaConfig } from '../solana/toSolanaConfigs.ts'
import type { DevnetChainConfig } from '../toChainConfigs.ts'

type Ready = Omit<Devnet, 'trade' | 'setNameGateway' | 'stop' | 'stopChain' | 'startChain'> & {
  chainConfigs: DevnetChainConfig[]
  bitcoinConfigs: DevnetBitcoinConfig[]
  solanaConfigs: DevnetSolanaConfig[]
}
type Line = { progress?: string; ready?: Ready; error?: { code: string; message: string } }

/** `main.ts` as a child process. */
export type DevnetProcess = {
  pid: number
  lines: Line[]
  /** Resolves with the ready line; rejects with the last line when the process ends before. */
  ready: Promise<Ready>
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  signal: (signal: NodeJS.Signals) => void
  closeStdin: () => void
}

/** Starts `main.ts` as `npm start` does. */
export function startDevnetProcess(environment: Record<string, string>): DevnetProcess {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=dev', '--import', 'tsx', main], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: Line[] = []
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
  })
  const ready = new Promise<Ready>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (text) => {
      const line: Line = JSON.parse(text)
      lines.push(line)
      if (line.ready) resolve(line.ready)
    })
    void exited.then(() => reject(new Error(`the devnet process ended: ${JSON.stringify(lines.at(-1))}`)))
  })
  ready.catch(() => {})
  return {
    pid: child.pid ?? 0,
    lines,
    ready,
    exited,
    signal: (signal) => child.kill(signal),
    closeStdin: () => child.stdin.end(),
  }
}

/** Process ids of the nodes that a devnet on a folder runs: their state file is in their arguments. */
export function nodesOf(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
      } catch {
        return false
      }
    })
    .map(Number)
    .filter((pid) => pid !== process.pid)
}
