import { toEip155ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { freePort } from '../../../../scripts/lib/freePort.mjs'
import type { Rpc } from '../anvil/rpc.ts'
import { type Anvil, AnvilStartError, startAnvil } from '../anvil/startAnvil.ts'
import type { DevnetChain } from '../Devnet.ts'
import { everySoOften } from '../time/everySoOften.ts'
import type { ChainDefinition } from '../world/chains.ts'
import { mineWhenNeeded } from './mineWhenNeeded.ts'
import { readGenesisTime } from './readGenesisTime.ts'
import type { StateFiles } from './StateFiles.ts'

/** A local chain that can be stopped and started again on its port. */
export type LocalChain = {
  description: () => DevnetChain
  /** Undefined while the chain is stopped. */
  rpc: () => Rpc | undefined
  start: (options: { keepState: boolean }) => Promise<void>
  /** Ends the node. `save` stores its state for the next start. */
  stop: (options: { save: boolean }) => Promise<void>
}

export type LocalChainParameters = {
  binary: string
  definition: ChainDefinition
  /** Initial state if the chain has no stored state. */
  baked: string
  files: StateFiles
  /** Write the state periodically, and when this process dies. */
  persist: boolean
  /** 0: any. */
  port: number
  /** Seconds between blocks; undefined: a block per transaction. */
  blockTime: number | undefined
  /** Seconds between blocks while no transaction is pending. */
  idleBlockTime: number | undefined
  onProgress: (message: string) => void
  /** Called after every start, before clients use the chain and before timed blocks begin. */
  beforeUse: (rpc: Rpc) => Promise<void>
}

/** Milliseconds between snapshots of a persistent chain. */
const saveInterval = 15_000
/** Milliseconds that an orphaned node may take to write its state. */
const leftoverPatience = 15_000

/** Creates a local chain without starting it. */
export function createLocalChain(parameters: LocalChainParameters): LocalChain {
  const { binary, definition, baked, files, persist, blockTime, idleBlockTime, onProgress, beforeUse } = parameters
  const { id, name } = definition
  let port = parameters.port
  /** Fixed after the first start, because clients know it. */
  let fixed = false
  let anvil: Anvil | undefined
  let endings: (() => Promise<void>)[] = []

  async function launch(loadState: string): Promise<Anvil> {
    const timestamp = await readGenesisTime(loadState)
    for (;;) {
      try {
        const started = await startAnvil({
          ...{ binary, id, port, loadState, dumpState: files.next, timestamp },
          whenOrphaned: persist ? 'save' : 'kill',
        })
        // The node's clock begins at the first block's time.
        await started.rpc('evm_setTime', [Math.floor(Date.now() / 1000)])
        return started
      } catch (error) {
        if (!(error instanceof AnvilStartError) || error.reason !== 'port-taken') throw error
        if (fixed) {
          throw new ServiceError('devnet_failed', {
            message: `${name} cannot start again: another process has taken its port ${port}`,
            cause: error,
          })
        }
        // Another process took the port after the check.
        port = await freePort(port + 1)
      }
    }
  }

  async function launchFromNewest({ keepState }: { keepState: boolean }): Promise<Anvil> {
    if (!keepState) await files.clear()
    for (const candidate of await files.candidates()) {
      try {
        const started = await launch(await files.prepare(candidate))
        await files.accept({ candidate, pid: started.pid })
        return started
      } catch (error) {
        const unreadable = !(error instanceof ServiceError) && !isOtherFailure(error)
        if (!unreadable) throw error
        await files.reject(candidate)
        onProgress(`${name}: the kept state ${candidate} could not be read and was put aside`)
      }
    }
    const started = await launch(baked)
    await files.accept({ pid: started.pid })
    return started
  }

  async function waitForLeftover() {
    const end = Date.now() + leftoverPatience
    for (let mark = await files.leftover(); mark; mark = await files.leftover()) {
      if (Date.now() > end) process.kill(mark.pid, 'SIGKILL')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  async function letTimeRun(rpc: Rpc) {
    if (blockTime === undefined) return
    await rpc('evm_setAutomine', [false])
    if (idleBlockTime === undefined || idleBlockTime <= blockTime) {
      await rpc('evm_setIntervalMining', [blockTime])
      return
    }
    let lastBlock = Date.now()
    const turn = async () => {
      const now = Date.now()
      if (await mineWhenNeeded({ rpc, idle: idleBlockTime * 1000, lastBlock, now })) lastBlock = now
    }
    endings.push(everySoOften({ interval: () => blockTime * 1000, turn }))
  }

  function saveSometimes(rpc: Rpc) {
    if (!persist) return
    let saved = ''
    const turn = async () => {
      const head = await rpc<string>('eth_blockNumber')
      if (head === saved) return
      await files.save(rpc)
      saved = head
    }
    endings.push(everySoOften({ interval: () => saveInterval, turn }))
  }

  async function endTimers() {
    const all = endings
    endings = []
    await Promise.all(all.map((end) => end()))
  }

  return {
    description: () => ({
      chainId: toEip155ChainId(id),
      ...{ id, name },
      rpcUrl: `http://127.0.0.1:${port}`,
      wsUrl: `ws://127.0.0.1:${port}`,
    }),
    rpc: () => anvil?.rpc,
    async start({ keepState }) {
      if (anvil) return
      await waitForLeftover()
      try {
        const started = await launchFromNewest({ keepState })
        port = started.port
        fixed = true
        try {
          await beforeUse(started.rpc)
          await letTimeRun(started.rpc)
        } catch (error) {
          await started.stop({ save: false })
          throw error
        }
        anvil = started
        saveSometimes(started.rpc)
        void started.exited.then(() => {
          if (anvil !== started) return
          anvil = undefined
          void endTimers()
        })
      } catch (cause) {
        if (cause instanceof ServiceError) throw cause
        throw new ServiceError('devnet_failed', { message: `${name} could not be started`, cause })
      }
    },
    async stop({ save }) {
      const running = anvil
      anvil = undefined
      await endTimers()
      await running?.stop({ save })
    },
  }
}

function isOtherFailure(error: unknown): boolean {
  return error instanceof AnvilStartError && error.reason !== 'state-unreadable'
}
