import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol'
import { anvilBinary } from './anvil/anvilBinary.ts'
import { freePort } from './anvil/freePort.ts'
import { bakeStates } from './bake/bakeStates.ts'
import type { Devnet, DevnetParameters } from './Devnet.ts'
import { keepTrading } from './market/keepTrading.ts'
import { createMarketMaker } from './market/MarketMaker.ts'
import { isKeptWorldCurrent } from './state/keptWorld.ts'
import { createLocalChain, type LocalChain } from './state/LocalChain.ts'
import { createStateFiles } from './state/StateFiles.ts'
import { chainDefinitions } from './world/chains.ts'
import { createWorld, worldVersion } from './world/World.ts'

/**
 * Starts the local world: EVM chains with contracts, tokens, markets and two days of history. The first start of a day
 * takes some seconds longer, because the history is made then.
 *
 * Its processes end when this one does, in whatever way.
 *
 * @throws LatchkeyError `devnet_node_missing` when there is no anvil, `devnet_failed` when a chain cannot be prepared or
 * started, `unsupported_chain` for a number that is not a local chain's.
 * @example
 * const devnet = await startDevnet({ folder: '.latchkey' })
 * console.log(devnet.chains[0]?.rpcUrl)
 * await devnet.stop()
 */
export async function startDevnet(parameters: DevnetParameters): Promise<Devnet> {
  const { folder, persist = false, blockTime, market = false, ports = {}, onProgress = () => {} } = parameters
  const definitions = (parameters.chains ?? chainDefinitions.map(({ id }) => id)).map((id) => {
    const definition = chainDefinitions.find((candidate) => candidate.id === id)
    if (!definition) throw new LatchkeyError('unsupported_chain', { message: `There is no local chain ${id}` })
    return definition
  })
  const binary = await anvilBinary()
  const world = createWorld()
  const ids = definitions.map(({ id }) => id)
  const baked = await bakeStates({ binary, world, ids, folder: join(folder, 'bake'), now: new Date(), onProgress })

  const stateFolder = persist ? join(folder, 'chains') : join(folder, 'run', `${process.pid}-${crypto.randomUUID()}`)
  const current = !persist || (await isKeptWorldCurrent({ folder: stateFolder, version: worldVersion }))
  if (!current) onProgress('The kept chains are of another version of the local world: beginning anew')

  const chains = new Map<number, LocalChain>()
  const markets = new Map<number, ReturnType<typeof createMarketMaker>>()
  const reserved = new Set<number>()
  for (const definition of definitions) {
    const { id } = definition
    const wanted = ports[id]
    const port = wanted === undefined ? 0 : await freePort({ wanted, reserved })
    reserved.add(port)
    const files = await createStateFiles({ folder: stateFolder, id })
    const chain = createLocalChain({
      ...{ binary, definition, files, persist, port, blockTime, onProgress },
      baked: baked.get(id) ?? '',
      beforeTime: async () => {},
    })
    chains.set(id, chain)
    markets.set(id, createMarketMaker({ id, world, rpc: chain.rpc }))
  }

  const stopTrading: (() => Promise<void>)[] = []
  const chainOf = (id: number) => {
    const chain = chains.get(id)
    if (!chain) throw new LatchkeyError('unsupported_chain', { message: `Chain ${id} is not part of this devnet` })
    return chain
  }
  const stop = async () => {
    const ended = [...chains.values()].map((chain) => chain.stop({ save: persist }))
    await Promise.all([...ended, ...stopTrading.map((end) => end())])
    if (!persist) await rm(stateFolder, { recursive: true, force: true })
  }

  onProgress('Starting the local chains')
  try {
    await Promise.all([...chains.values()].map((chain) => chain.start({ keepState: current })))
  } catch (error) {
    await stop()
    throw error
  }
  if (market) for (const maker of markets.values()) stopTrading.push(keepTrading({ market: maker }))

  return {
    chains: [...chains.values()].map((chain) => chain.description()),
    contracts: world.contracts,
    tokens: world.tokens,
    nfts: world.nfts,
    faucet: world.accounts.faucet,
    accounts: world.accounts.people,
    async trade() {
      await Promise.all([...markets.values()].map((maker) => maker.trade()))
    },
    stopChain: ({ id }) => chainOf(id).stop({ save: true }),
    startChain: ({ id, keepState = true }) => chainOf(id).start({ keepState }),
    stop,
  }
}
