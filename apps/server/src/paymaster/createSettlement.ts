import { type ChainId, parseChainId } from '@latchkey/protocol'
import { entryPoint08 } from '@latchkey/smart-account'
import { decodeEventLog, parseAbi, toEventSelector } from 'viem'
import type { Hex } from '../chains/rpcTypes.ts'
import { findEvmChain } from '../platform/config/chainConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { dayOf, type Ledger, type OpenSponsorship } from './createLedger.ts'

/** Source: ERC-4337, EntryPoint v0.8. */
const eventAbi = parseAbi([
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
])
const eventTopic = toEventSelector(eventAbi[0])

/** Milliseconds after the end of a signature, by the chain's clock, before it counts as unusable. */
const margin = 60_000
/** Milliseconds between repeated checks of expired promises, and the total time of these checks. */
const again = 5 * 60_000
const lookBack = 30 * 60_000
/** Operations per request, and days for which ended ones are kept. */
const perRequest = 100
const keepDays = 35
const day = 24 * 60 * 60 * 1000

type Log = { topics: [Hex, ...Hex[]]; data: Hex }
type Block = { number: Hex; timestamp: Hex }

/**
 * Creates the settlement of the ledger with the chain. An included operation is settled at its actual cost, for any bundler.
 * A promise that can no longer be used is released. A lagging node shows an older chain: expiry therefore uses the chain's
 * clock, and expired promises are checked again. Repeated or concurrent runs change nothing.
 */
export function createSettlement({
  context: { config, clock, log },
  rpc,
  ledger,
}: {
  context: Pick<Context, 'config' | 'clock' | 'log'>
  rpc: RpcService
  ledger: Ledger
}): { settle: (options: { chainId: ChainId }) => Promise<void>; forgetOld: () => Promise<void> } {
  let forgotten: string | undefined
  const lookedBack = new Map<ChainId, number>()

  const readBlock = async (chainId: ChainId, block: Hex | 'latest'): Promise<{ number: number; time: number }> => {
    const call = { method: 'eth_getBlockByNumber', params: [block, false] }
    const { number, timestamp } = await rpc.request<Block>({ chainId, call })
    return { number: Number(number), time: Number(timestamp) * 1000 }
  }

  /** Finds the costs of these operations on the chain, from the block of the first promise on. */
  const findCosts = async (chainId: ChainId, rows: readonly OpenSponsorship[], head: number) => {
    const range = findEvmChain(config.chains, chainId)?.indexer.maxRange ?? 500
    const lastGood = Math.max(...rows.map(({ validUntil }) => validUntil)) + margin
    const costs = new Map<string, bigint>()
    let from = Math.min(...rows.map(({ fromBlock }) => fromBlock))
    while (from <= head) {
      const to = Math.min(head, from + range - 1)
      const filter = {
        address: entryPoint08,
        fromBlock: `0x${from.toString(16)}`,
        toBlock: `0x${to.toString(16)}`,
        topics: [eventTopic, rows.map(({ hash }) => hash)],
      }
      const logs = await rpc.request<Log[]>({ chainId, call: { method: 'eth_getLogs', params: [filter] } })
      for (const { topics, data } of logs) {
        const { args } = decodeEventLog({ abi: eventAbi, topics: topics as [Hex, Hex, Hex, Hex], data })
        costs.set(args.userOpHash.toLowerCase(), args.actualGasCost)
      }
      if (costs.size === rows.length) break
      // After a long downtime, skip blocks that are newer than the end of the signatures.
      if (to < head && (await readBlock(chainId, `0x${to.toString(16)}`)).time > lastGood) break
      from = to + 1
    }
    return costs
  }

  const eachPage = async (
    read: (page: { limit: number; after?: Hex }) => Promise<OpenSponsorship[]>,
    work: (rows: readonly OpenSponsorship[]) => Promise<void>,
  ) => {
    let after: Hex | undefined
    for (;;) {
      const rows = await read({ limit: perRequest, ...(after ? { after } : {}) })
      if (rows.length === 0) return
      await work(rows)
      after = rows.at(-1)?.hash
    }
  }

  return {
    settle: async ({ chainId }) => {
      const id = Number(parseChainId(chainId).reference)
      const head = await readBlock(chainId, 'latest')
      await eachPage(
        (page) => ledger.open({ chainId: id, ...page }),
        async (rows) => {
          const costs = await findCosts(chainId, rows, head.number)
          for (const { hash, validUntil } of rows) {
            const cost = costs.get(hash)
            if (cost !== undefined) await ledger.settle({ hash, cost })
            else if (head.time > validUntil + margin && (await ledger.expire({ hash }))) {
              log.debug({ hash, chainId }, 'Sponsored operation was never sent')
            }
          }
        },
      )
      const now = clock.now()
      if (now - (lookedBack.get(chainId) ?? Number.NEGATIVE_INFINITY) < again) return
      await eachPage(
        (page) => ledger.expired({ chainId: id, since: now - lookBack, ...page }),
        async (rows) => {
          for (const [hash, cost] of await findCosts(chainId, rows, head.number)) {
            // The search is by hash, so each result belongs to one of the rows.
            await ledger.settle({ hash: hash as Hex, cost })
          }
        },
      )
      lookedBack.set(chainId, now)
    },
    forgetOld: async () => {
      const before = dayOf(clock.now() - keepDays * day)
      // Once a day is enough.
      if (before === forgotten) return
      await ledger.sweep({ before })
      forgotten = before
    },
  }
}
