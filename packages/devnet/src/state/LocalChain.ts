import { LatchkeyError, toEip155ChainId } from '@latchkey/protocol'
import { freePort } from '../anvil/freePort.ts'
import type { Rpc } from '../anvil/rpc.ts'
import { type Anvil, AnvilStartError, startAnvil } from '../anvil/startAnvil.ts'
import type { DevnetChain } from '../Devnet.ts'
import type { ChainDefinition } from '../world/chains.ts'
import type { StateFiles } from './StateFiles.ts'

/** A local chain that can be stopped and started again on its port. */
export type LocalChain = {
  definition: ChainDefinition
  description: () => DevnetChain
  /** Undefined while the chain is stopped. */
  rpc: () => Rpc | undefined
  start: (options: { keepState: boolean }) => Promise<void>
  /** Ends the node; `save`: so that it can go on from where it was. */
  stop: (options: { save: boolean }) => Promise<void>
}

/** Seconds between writings of a chain's state that is to survive everything. */
const stateInterval = 15

/**
 * A local chain that is not started yet.
 *
 * @param baked The state that it begins from when it has none of its own.
 * @param persist Write the state again and again, and when this process dies.
 * @param beforeTime Called after every start, before blocks come by themselves.
 */
export function createLocalChain({
  binary,
  definition,
  baked,
  files,
  persist,
  port: wantedPort,
  blockTime,
  onProgress,
  beforeTime,
}: {
  binary: string
  definition: ChainDefinition
  baked: string
  files: StateFiles
  persist: boolean
  /** 0: any. */
  port: number
  blockTime: number | undefined
  onProgress: (message: string) => void
  beforeTime: (rpc: Rpc) => Promise<void>
}): LocalChain {
  const { id, name } = definition
  let port = wantedPort
  /** After the first start the port is fixed: others know it. */
  let fixed = false
  let anvil: Anvil | undefined

  async function launch(loadState: string): Promise<Anvil> {
    for (;;) {
      if (port !== 0 && !fixed) port = await freePort({ wanted: port })
      try {
        return await startAnvil({
          ...{ binary, id, port, loadState, dumpState: files.next },
          stateInterval: persist ? stateInterval : undefined,
          whenOrphaned: persist ? 'save' : 'kill',
        })
      } catch (error) {
        const taken = error instanceof AnvilStartError && error.reason === 'port-taken'
        if (!taken) throw error
        if (fixed) {
          throw new LatchkeyError('devnet_failed', {
            message: `${name} cannot start again: another process has its port ${port}`,
            cause: error,
          })
        }
        port += 1
      }
    }
  }

  async function launchFromBest({ keepState }: { keepState: boolean }): Promise<Anvil> {
    if (!keepState) await files.clear()
    for (const file of await files.candidates()) {
      try {
        const started = await launch(file)
        await files.accept(file)
        return started
      } catch (error) {
        if (!(error instanceof AnvilStartError) || error.reason === 'port-taken') throw error
        await files.reject(file)
        onProgress(`${name}: the kept state ${file} could not be read and was put aside`)
      }
    }
    try {
      return await launch(baked)
    } catch (cause) {
      if (cause instanceof LatchkeyError) throw cause
      throw new LatchkeyError('devnet_failed', { message: `${name} could not be started`, cause })
    }
  }

  return {
    definition,
    description: () => ({
      chainId: toEip155ChainId(id),
      ...{ id, name },
      rpcUrl: `http://127.0.0.1:${port}`,
      wsUrl: `ws://127.0.0.1:${port}`,
    }),
    rpc: () => anvil?.rpc,
    async start({ keepState }) {
      if (anvil) return
      const started = await launchFromBest({ keepState })
      port = started.port
      fixed = true
      try {
        await beforeTime(started.rpc)
        if (blockTime !== undefined) {
          await started.rpc('evm_setAutomine', [false])
          await started.rpc('evm_setIntervalMining', [blockTime])
        }
      } catch (error) {
        await started.stop({ save: false })
        throw error
      }
      anvil = started
      void started.exited.then(() => {
        if (anvil === started) anvil = undefined
      })
    },
    async stop({ save }) {
      const running = anvil
      anvil = undefined
      await running?.stop({ save })
    },
  }
}
