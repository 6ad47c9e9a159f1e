import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const workspace = fileURLToPath(new URL('../../../..', import.meta.url))

/** A process of ours that runs. */
export type Running<Ready> = { ready: Ready; stop: (signal?: NodeJS.Signals) => Promise<void> }

/**
 * Starts one of the project's processes and waits for its line `{"ready": …}`. It ends with us: its stdin is a pipe.
 *
 * @param file path of its main file, from the root of the repository
 * @throws Error with what it said last when it ends before it is ready
 */
export function startProcess<Ready>({
  file,
  env,
}: {
  file: string
  env: Record<string, string>
}): Promise<Running<Ready>> {
  const child = spawn(process.execPath, ['--conditions=dev', '--import', 'tsx', file], {
    cwd: workspace,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const tail: string[] = []
  const note = (line: string) => {
    tail.push(line)
    if (tail.length > 30) tail.shift()
  }
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = parse(line)
      if (message && 'ready' in message)
        resolve({ ready: message.ready as Ready, stop: (signal) => end(child, signal) })
      else note(line)
    })
    createInterface({ input: child.stderr }).on('line', note)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${file} ended (${code}) before it was ready:\n${tail.join('\n')}`)))
  })
}

function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
