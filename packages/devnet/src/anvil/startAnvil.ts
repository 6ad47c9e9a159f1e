import { type ChildProcess, spawn } from 'node:child_process'
import { ServiceError } from '@latchkey/protocol/errors'
import { createRpc, type Rpc } from './rpc.ts'
import { tieToParent } from './tieToParent.ts'

export type StartAnvilParameters = {
  binary: string
  /** EIP-155 number. */
  id: number
  /** 0: a free one of the system's choice. */
  port: number
  /** A state file to begin from. */
  loadState?: string | undefined
  /** File that the node writes its state to when it ends by SIGTERM. */
  dumpState?: string | undefined
  /** Seconds between writings of the state while the node runs. */
  stateInterval?: number | undefined
  /** Genesis time, seconds since 1970. */
  timestamp?: number | undefined
  /** Mine only on request, with transactions in order of arrival. */
  manualMining?: boolean | undefined
  /** Behavior of a node after this process dies: exit immediately, or write its state first. */
  whenOrphaned: 'kill' | 'save'
}

/** A running node. */
export type Anvil = {
  pid: number
  port: number
  url: string
  rpc: Rpc
  /** Settles when the process is gone. */
  exited: Promise<void>
  /** Ends the process. `save` lets it write its state first. */
  stop: (options: { save: boolean }) => Promise<void>
}

/** The node ended before it answered. */
export class AnvilStartError extends Error {
  override readonly name = 'AnvilStartError'
  readonly reason: 'port-taken' | 'state-unreadable' | 'other'

  constructor(output: string) {
    super(output.trim().split('\n').slice(-5).join('\n') || 'anvil ended without a word')
    this.reason = /address already in use/i.test(output)
      ? 'port-taken'
      : /state|deserializ|json|EOF|expected/i.test(output)
        ? 'state-unreadable'
        : 'other'
  }
}

/** Milliseconds that a node may take to exit. */
const patience = 20_000

/**
 * Starts one anvil and resolves when it responds.
 *
 * The process prints its address only after it has bound the port, on a pipe that no other process can write to. This proves
 * that the response does not come from another program on the same port.
 *
 * @throws {@link AnvilStartError} if it exits instead; LatchkeyError `devnet_failed` if it cannot be spawned or prints
 *   nothing.
 */
export async function startAnvil(parameters: StartAnvilParameters): Promise<Anvil> {
  const { binary, id, whenOrphaned } = parameters
  const command = await tieToParent({ command: [binary, ...toArguments(parameters)], whenOrphaned })
  const child = spawn(command.file, command.arguments, {
    // Its own process group: Ctrl-C in a terminal reaches the parent only, which then ends its nodes in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  child.once('error', () => {})
  try {
    const port = await listening({ child, exited })
    const url = `http://127.0.0.1:${port}`
    const rpc = createRpc({ url })
    // From here on it would print every call.
    await rpc('anvil_setLoggingEnabled', [false])
    const answer = Number(await rpc<string>('eth_chainId'))
    if (answer !== id) throw new ServiceError('devnet_failed', { details: `chain ${answer} instead of ${id}` })
    const pid = child.pid ?? 0
    const release = command.watch(pid)
    void exited.then(release)
    return {
      pid,
      port,
      url,
      rpc,
      exited,
      stop: ({ save }) => end({ child, exited, save }),
    }
  } catch (error) {
    await end({ child, exited, save: false })
    throw error
  }
}

function toArguments(parameters: StartAnvilParameters): string[] {
  const { id, port, loadState, dumpState, stateInterval, timestamp, manualMining } = parameters
  return [
    ...['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(id), '--accounts', '0'],
    // Without it every block leaves a copy of the whole state on the disk, gigabytes in an hour.
    '--prune-history',
    ...(loadState ? ['--load-state', loadState] : []),
    ...(dumpState ? ['--dump-state', dumpState] : []),
    ...(stateInterval ? ['--state-interval', String(stateInterval)] : []),
    ...(timestamp === undefined ? [] : ['--timestamp', String(timestamp)]),
    ...(manualMining ? ['--no-mining', '--order', 'fifo'] : []),
  ]
}

async function listening({ child, exited }: { child: ChildProcess; exited: Promise<void> }): Promise<number> {
  let output = ''
  return new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new ServiceError('devnet_failed', { details: `anvil does not listen after ${patience} ms` }))
    }, patience)
    child.once('error', (cause) => reject(new ServiceError('devnet_failed', { cause })))
    void exited.then(() => reject(new AnvilStartError(output)))
    const read = (chunk: Buffer) => {
      if (output.length < 100_000) output += chunk.toString('utf8')
      const port = /^Listening on 127\.0\.0\.1:(\d+)/m.exec(output)?.[1]
      if (!port) return
      clearTimeout(timer)
      resolve(Number(port))
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then(() => clearTimeout(timer))
  })
}

async function end({ child, exited, save }: { child: ChildProcess; exited: Promise<void>; save: boolean }) {
  if (child.pid === undefined) return
  if (!save) child.kill('SIGKILL')
  else {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), patience)
    void exited.then(() => clearTimeout(timer))
  }
  await exited
}
