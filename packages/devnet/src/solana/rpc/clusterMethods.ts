import { getCompiledTransactionMessageDecoder } from '@solana/kit'
import { readFee } from '../ledger/readFee.ts'
import { blockhashLifetime, finalityDelay, slotsPerEpoch } from '../ledger/SlotClock.ts'
import type { Method, MethodContext, Methods } from './Method.ts'
import { invalidParams, RpcError } from './RpcError.ts'
import { readBytes, readCommitment, readOptions, readWhole, slotAt } from './readParams.ts'

/** Returns the methods for the whole network: time, blockhashes and fees. */
export function clusterMethods({ ledger, genesisHash, identity }: MethodContext): Methods {
  const { clock, svm } = ledger
  const slotOf = (options: unknown) =>
    slotAt({ slot: clock.slot(), commitment: readCommitment(readOptions(options).commitment) })
  const inContext = (value: unknown, slot = clock.slot()) => ({ context: { slot, apiVersion: '3.0.0' }, value })
  const slot: Method = ([options]) => slotOf(options)

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
    getIdentity: () => ({ identity }),
    getGenesisHash: () => genesisHash,
    getSlot: slot,
    getBlockHeight: slot,
    getTransactionCount: () => ledger.count(),
    getSlotLeader: () => identity,
    getFirstAvailableBlock: () => 0,
    minimumLedgerSlot: () => 0,
    getEpochSchedule: () => ({
      ...{ slotsPerEpoch, leaderScheduleSlotOffset: slotsPerEpoch, warmup: false },
      ...{ firstNormalEpoch: 0, firstNormalSlot: 0 },
    }),
    getEpochInfo([options]) {
      const absoluteSlot = slotOf(options)
      return {
        ...{ absoluteSlot, blockHeight: absoluteSlot, slotsInEpoch: slotsPerEpoch },
        ...{ epoch: Math.floor(absoluteSlot / slotsPerEpoch), slotIndex: absoluteSlot % slotsPerEpoch },
        transactionCount: ledger.count(),
      }
    },
    getLatestBlockhash([options]) {
      const at = slotOf(options)
      return inContext({ blockhash: clock.blockhashOf(at), lastValidBlockHeight: at + blockhashLifetime }, at)
    },
    isBlockhashValid([blockhash]) {
      if (typeof blockhash !== 'string') throw invalidParams('expected a blockhash')
      return inContext(clock.slotOf(blockhash) !== undefined)
    },
    getFeeForMessage([text]) {
      const bytes = readBytes({ text, encoding: 'base64' })
      let message: ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>
      try {
        message = getCompiledTransactionMessageDecoder().decode(bytes)
      } catch {
        throw invalidParams('failed to deserialize the message')
      }
      if ((message.version !== 'legacy' && message.version !== 0) || !('lifetimeToken' in message))
        throw invalidParams('unsupported version of the message')
      // As on a cluster, an expired message has no fee.
      return inContext(clock.slotOf(message.lifetimeToken) === undefined ? null : readFee(message))
    },
    getRecentPrioritizationFees() {
      const newest = clock.slot()
      return Array.from({ length: Math.min(blockhashLifetime, newest) }, (_, index) => ({
        slot: newest - blockhashLifetime + 1 + index,
        prioritizationFee: 0,
      }))
    },
    getRecentPerformanceSamples: () => [],
    getMinimumBalanceForRentExemption: ([size]) => Number(svm.minimumBalanceForRentExemption(BigInt(readWhole(size)))),
    getBlockTime([slot]) {
      const number = readWhole(slot)
      if (number > clock.slot()) throw new RpcError(-32004, `Block not available for slot ${number}`)
      return clock.timeOf(number)
    },
    getBlocks([from, to, options]) {
      const first = readWhole(from)
      const newest = slotOf(typeof to === 'number' ? options : to)
      const last = typeof to === 'number' ? Math.min(readWhole(to), newest) : newest
      if (last - first > 500_000) throw invalidParams('Slot range too large; max 500000')
      return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
    },
    getBlocksWithLimit([from, limit]) {
      const first = readWhole(from)
      const count = Math.min(readWhole(limit, { most: 500_000 }), clock.slot() - finalityDelay - first + 1)
      return Array.from({ length: Math.max(0, count) }, (_, index) => first + index)
    },
    getInflationReward: () => [],
    getVoteAccounts: () => ({ current: [], delinquent: [] }),
    /** Not a method of Solana: moves the network's clock, for example to expire a blockhash in a test. */
    devnet_advance([slots]) {
      clock.advance({ slots: readWhole(slots) })
      return clock.slot()
    },
  }
}
