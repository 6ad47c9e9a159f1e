import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { freePort } from '../../../scripts/lib/freePort.mjs'
import { anvilBinary } from './anvil/anvilBinary.ts'
import { bakeStates } from './bake/bakeStates.ts'
import { startBitcoin } from './bitcoin/startBitcoin.ts'
import { bitcoinAccounts } from './bitcoin/world/accounts.ts'
import type { Devnet, DevnetParameters } from './Devnet.ts'
import { createMarketMaker, type MarketMaker } from './market/MarketMaker.ts'
import { tradingPace } from './market/tradingPace.ts'
import { setNameGateway } from './names/setNameGateway.ts'
import type { Solana } from './solana/Solana.ts'
import { isKeptWorldCurrent } from './state/keptWorld.ts'
import { createLocalChain, type LocalChain } from './state/LocalChain.ts'
import { lockFolder } from './state/lockFolder.ts'
import { runFolder } from './state/runFolder.ts'
import { createStateFiles } from './state/StateFiles.ts'
import { everySoOften } from './time/everySoOften.ts'
import { type ChainDefinition, chainDefinitions, namesChainId } from './world/chains.ts'
import { createWorld, type World, worldVersion } from './world/World.ts'

/**
 * Starts the local world: EVM chains with contracts, tokens, markets and two days of history. The first start of a day
 * takes some seconds longer, because it makes the history.
 *
 * Its processes end with this process, even if it is killed.
 *
 * @throws LatchkeyError
 * - `devnet_node_missing` if anvil is missing
 * - `devnet_failed` if a chain cannot be prepared or started
 * - `data_folder_locked` if another running process uses the folder
 * - `unsupported_chain` if a chain ID is not a local chain's
 * @example
 * const devnet = await startDevnet({ folder: '.latchkey' })
 * console.log(devnet.chains[0]?.rpcUrl)
 * await devnet.stop()
 */
export async function startDevnet(parameters: DevnetParameters): Promise<Devnet> {
  const { folder, bakeFolder = join(folder, 'bake'), persist = false, onProgress = () => {} } = parameters
  const ids = parameters.chains ?? chainDefinitions.map(({ id }) => id)
  const definitions = [...new Set(ids)].map(definitionOf)
  const binary = await anvilBinary()
  const world = createWorld()
  const stateFolder = persist ? join(folder, 'chains') : await runFolder({ folder: join(folder, 'run') })
  const unlock = lockFolder({ folder: stateFolder })
  /** Stop functions of the chains of the other families. */
  const others: (() => Promise<void>)[] = []
  const leave = async () => {
    for (const end of others) await end()
    unlock()
    if (!persist) await rm(stateFolder, { recursive: true, force: true })
  }

  try {
    const baked = await bakeStates({ binary, world, ids, folder: bakeFolder, now: new Date(), onProgress })
    const current = await isKeptWorldCurrent({ folder: stateFolder, version: worldVersion })
    if (!current) onProgress('the stored chains are from another version of the local world: starting over')
    onProgress('starting')
    const bitcoin =
      parameters.bitcoin &&
      (await startBitcoin({ ...parameters.bitcoin, bakeFolder, ...(persist ? { folder: stateFolder } : {}) }))
    if (bitcoin) others.push(bitcoin.stop)
    const solana = parameters.solana && (await startLocalSolana({ ...parameters.solana, persist, stateFolder }))
    if (solana) others.push(solana.stop)
    const chains = await runChains({
      ...{ parameters, definitions, binary, world, baked, stateFolder, keepState: current },
      leave,
    })
    const described = bitcoin ? [{ chainId: bitcoin.chainId, name: bitcoin.name, esploraUrl: bitcoin.esploraUrl }] : []
    return { ...chains, bitcoin: described, bitcoinAccounts: bitcoinAccounts().people, ...describeSolana(solana) }
  } catch (error) {
    await leave()
    throw error
  }
}

/** Loaded on demand, because most tests only need the EVM chains. */
async function startLocalSolana({
  persist,
  stateFolder,
  ...rest
}: NonNullable<DevnetParameters['solana']> & { persist: boolean; stateFolder: string }): Promise<Solana> {
  const { startSolana } = await import('./solana/startSolana.ts')
  return startSolana({ ...rest, ...(persist ? { folder: stateFolder } : {}) })
}

type SolanaPart = Pick<Devnet, 'solana' | 'solanaAccounts' | 'solanaTokens' | 'solanaFaucet' | 'solanaTreasury'>

function describeSolana(solana: Solana | undefined): SolanaPart {
  if (!solana) return { solana: [], solanaAccounts: [], solanaTokens: [] }
  const { networks: solanaNetworks, accounts: solanaAccounts, tokens: solanaTokens, faucet, treasury } = solana
  return { solana: solanaNetworks, solanaAccounts, solanaTokens, solanaFaucet: faucet, solanaTreasury: treasury }
}

function definitionOf(id: number): ChainDefinition {
  const definition = chainDefinitions.find((candidate) => candidate.id === id)
  if (!definition) throw new ServiceError('unsupported_chain', { message: `There is no local chain ${id}` })
  return definition
}

/** A chain and its market maker. */
type Market = { id: number; chain: LocalChain; maker: MarketMaker }

async function runChains({
  parameters,
  definitions,
  binary,
  world,
  baked,
  stateFolder,
  keepState,
  leave,
}: {
  parameters: DevnetParameters
  definitions: readonly ChainDefinition[]
  binary: string
  world: World
  baked: ReadonlyMap<number, string>
  stateFolder: string
  keepState: boolean
  leave: () => Promise<void>
}): Promise<Omit<Devnet, 'bitcoin' | 'bitcoinAccounts' | keyof SolanaPart>> {
  const { persist = false, blockTime, idleBlockTime, market = false, ports = {}, onProgress = () => {} } = parameters
  const markets: Market[] = []
  const taken = new Set<number>()
  for (const definition of definitions) {
    const { id } = definition
    const wanted = ports[id]
    const port = wanted === undefined ? 0 : await freePort(wanted, taken)
    const files = await createStateFiles({ folder: stateFolder, id })
    const maker: MarketMaker = createMarketMaker({ id, world, rpc: () => chain.rpc() })
    const chain: LocalChain = createLocalChain({
      ...{ binary, definition, files, persist, port, blockTime, idleBlockTime, onProgress },
      baked: baked.get(id) ?? '',
      beforeUse: async (rpc) => {
        if (market) await maker.catchUp({ rpc })
      },
    })
    markets.push({ id, chain, maker })
  }
  const chainOf = (id: number) => {
    const found = markets.find((candidate) => candidate.id === id)
    if (!found) throw new ServiceError('unsupported_chain', { message: `Chain ${id} is not part of this devnet` })
    return found.chain
  }

  const trading: (() => Promise<void>)[] = []
  const stop = async () => {
    await Promise.all([...markets.map(({ chain }) => chain.stop({ save: persist })), ...trading.map((end) => end())])
    await leave()
  }
  const starts = await Promise.allSettled(markets.map(({ chain }) => chain.start({ keepState })))
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure) {
    await stop()
    throw failure.reason
  }
  if (market) {
    const begun = Date.now()
    const interval = () => tradingPace({ uptime: Date.now() - begun })
    for (const { maker } of markets) trading.push(everySoOften({ interval, turn: maker.trade }))
  }

  return {
    chains: markets.map(({ chain }) => chain.description()),
    contracts: world.contracts,
    tokens: world.tokens,
    nfts: world.nfts,
    faucet: world.accounts.faucet,
    accounts: world.accounts.people,
    operator: world.accounts.operator,
    executor: world.accounts.executor,
    paymasterSigner: world.accounts.paymasterSigner,
    treasury: world.accounts.treasury,
    names: world.names,
    async trade() {
      await Promise.all(markets.map(({ maker }) => maker.trade()))
    },
    setNameGateway: async ({ url }) => setNameGateway({ chain: chainOf(namesChainId).description(), world, url }),
    stopChain: ({ id }) => chainOf(id).stop({ save: true }),
    startChain: ({ id, keepState: keep = true }) => chainOf(id).start({ keepState: keep }),
    stop,
  }
}
