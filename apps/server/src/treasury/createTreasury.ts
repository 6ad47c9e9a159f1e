import { randomUUID } from 'node:crypto'
import { type AccountId, type ChainId, parseAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isEvmChain, isSolanaChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import type { ChainPayer, PayerScope, PayingStep, TreasuryTiming } from './ChainPayer.ts'
import { type ChainTreasury, createChainTreasury } from './createChainTreasury.ts'
import { createEvmPayer } from './eip155/createEvmPayer.ts'
import { readTreasuryKeys } from './readTreasuryKeys.ts'
import { createSolanaPayer } from './solana/createSolanaPayer.ts'
import { findPayout, insertPayout, toStatus } from './store/payoutStore.ts'
import type { PayoutStatus, Treasury } from './Treasury.ts'
import { createTreasuryMetrics } from './treasuryMetrics.ts'

const usual: TreasuryTiming = { lease: 9_000, watch: 500, idle: 1_000, stuckAfter: 40_000 }

/**
 * Creates the treasury if the configuration has `onramp.treasury`. It pays nothing before `start`.
 *
 * @param options.timing for tests
 * @param options.onStep for tests
 * @returns undefined without `onramp.treasury`
 * @throws LatchkeyError `config_invalid` for a missing key, a key with another purpose, or an asset without a key for its
 *   family or on an unknown network
 * @example
 * const treasury = await createTreasury({ context, rpc })
 * if (treasury) context.shutdown.add('treasury', treasury.stop)
 * treasury?.start()
 */
export async function createTreasury({
  context,
  rpc,
  env = process.env,
  alone = context.config.database.url === undefined,
  timing = {},
  onStep = () => {},
}: {
  context: Pick<Context, 'config' | 'database' | 'log' | 'clock' | 'metrics' | 'shutdown'>
  rpc: RpcService
  env?: Readonly<Record<string, string | undefined>>
  /** No other process can pay out, because the embedded database has only one process. */
  alone?: boolean
  timing?: Partial<TreasuryTiming>
  onStep?: (step: PayingStep) => Promise<void> | void
}): Promise<Treasury | undefined> {
  const { config, database, clock, log } = context
  const treasury = config.onramp?.treasury
  if (!treasury) return undefined
  const keys = await readTreasuryKeys({ config, treasury, env })
  const metrics = createTreasuryMetrics({ registry: context.metrics })
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, context.shutdown.signal])
  const listeners = new Set<(status: PayoutStatus) => void>()
  const announce = (status: PayoutStatus) => {
    for (const listener of listeners) {
      try {
        listener(status)
      } catch (error) {
        log.error({ err: error }, 'A payout listener failed')
      }
    }
  }

  const holder = randomUUID()
  const parts = new Map<ChainId, ChainTreasury>()
  for (const asset of treasury.assets) {
    const { chainId } = parseAccountId(asset)
    if (parts.has(chainId)) continue
    const createPayer = payerOf(chainId)
    const { name } = config.chains.find((chain) => chain.chainId === chainId) ?? { name: chainId }
    const assets = treasury.assets.map(normalize).filter((other) => parseAccountId(other).chainId === chainId)
    const times = { ...usual, ...timing }
    const scope = { context, chainId, name, timing: times, metrics, announce, signal, onStep }
    parts.set(chainId, createChainTreasury({ scope, assets, holder, alone, createPayer }))
  }

  function payerOf(chainId: ChainId): (scope: PayerScope) => ChainPayer {
    const chain = config.chains.find((entry) => entry.chainId === chainId)
    const { eip155, solana } = keys
    if (chain && isEvmChain(chain)) {
      if (!eip155) return refuse(`onramp.treasury.eip155: found nothing; expected the key that pays out on ${chainId}.`)
      return (scope) => createEvmPayer(scope, { rpc, signer: eip155, reorgDepth: chain.indexer.reorgDepth })
    }
    if (chain && isSolanaChain(chain)) {
      if (!solana) return refuse(`onramp.treasury.solana: found nothing; expected the key that pays out on ${chainId}.`)
      return (scope) => createSolanaPayer(scope, { rpc, privateKey: solana })
    }
    return refuse(`onramp.treasury.assets: found ${chainId}; expected one of chains that the treasury can pay out on.`)
  }

  const find = (chainId: ChainId): ChainTreasury => {
    const part = parts.get(chainId)
    if (part) return part
    throw new ServiceError('unsupported_chain', {
      field: 'chainId',
      message: `The treasury has no payouts on ${chainId}`,
    })
  }

  let running: Promise<void>[] | undefined
  return {
    accountOf: (chainId) => parts.get(chainId)?.account,
    readFree: (asset) => find(parseAccountId(asset).chainId).readFree(normalize(asset)),
    estimateCost: (asset) => find(parseAccountId(asset).chainId).estimateCost(normalize(asset)),
    owe: async (tx, { id, asset, amount, receiver, isRehearsal = false }) => {
      const { chainId } = parseAccountId(asset)
      const now = clock.now()
      await insertPayout(tx, {
        ...{ id, chainId, amount, receiver, isRehearsal },
        account: find(chainId).account,
        asset: normalize(asset),
        createdAt: new Date(now),
        giveUpAt: new Date(now + treasury.giveUpAfter * 60_000),
      })
    },
    read: async (id) => {
      const payout = await findPayout(database, id)
      return payout && toStatus(payout)
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    wake: (chainId) => parts.get(chainId)?.wake(),
    start: () => {
      running ??= [...parts.values()].map(({ run }) => run())
    },
    stop: async () => {
      ended.abort()
      await Promise.all(running ?? [])
    },
    checks: () => [...parts.values()].map(({ check }) => check),
  }
}

/** Addresses of EVM networks are equal in any letter case. Normalizes them, so that one asset has one text. */
function normalize(asset: AccountId): AccountId {
  return asset.startsWith('eip155:') ? (asset.toLowerCase() as AccountId) : asset
}

function refuse(message: string): never {
  throw new ServiceError('config_invalid', { message })
}
