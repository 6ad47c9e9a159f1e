import { type AccountId, LatchkeyError, nativeSolanaAddress, parseAccountId } from '@latchkey/protocol'
import {
  accountSizeOf,
  associatedTokenAddress,
  type Mint,
  priorityFeeOf,
  readMint,
  readTokenAccount,
  signTransaction,
} from '@latchkey/solana'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { ChainPayer, PayerScope } from '../ChainPayer.ts'
import { findUnderWay, findWaiting, giveUpLate, type StoredPayout, toStatus } from '../store/payoutStore.ts'
import { addressOfKey } from './addressOfKey.ts'
import { createPayoutNode } from './createPayoutNode.ts'
import { type PaidOut, payOut } from './payOut.ts'
import { barrierOf } from './planPayout.ts'
import { nativeUnits, type Reserved, signatureFee } from './preparePayout.ts'
import { marks, priorityPrice } from './priorityPrice.ts'
import { createWatch, type SolanaScope } from './SolanaScope.ts'
import { watchPayouts } from './watchPayouts.ts'

/** Maximum number of pending payouts, and of payouts that are read in one round. */
const underWayAtMost = 16
/** A round ends after this many payouts that nodes could not answer for, because the nodes may be down. */
const unsaidAtMost = 3
const lookedAt = 100
/** Milliseconds before a payout is tried again that failed for another reason than missing funds. */
const pause = 10_000
/** Compute units of a token payment that also creates the receiver's account. */
const tokenUnits = 60_000
/** Rent exemption of an account without data. Source: `Rent::default` of solana-rent. */
const minimumBalance = 890_880n
/** Lamports that a signed payment may use in addition to its amount: the fee, and the rent of a token account. */
const reserves = { native: 20_000n, token: 3_000_000n }

/**
 * Creates the payer of a Solana cluster.
 *
 * @param options.privateKey 32 bytes (RFC 8032)
 */
export function createSolanaPayer(
  payerScope: PayerScope,
  { rpc, privateKey }: { rpc: Pick<RpcService, 'batch' | 'call'>; privateKey: Uint8Array },
): ChainPayer {
  const { chainId, name, context, timing, write, announce, metrics, signal } = payerScope
  const { database, clock, log } = context
  const account = addressOfKey(privateKey)
  const node = createPayoutNode({ rpc, chainId, name })
  let mark = 0n
  const scope: SolanaScope = {
    ...{ ...payerScope, node, account },
    nextMark: () => {
      mark = (mark + 1n) % marks
      return mark
    },
    sign: (transaction) => signTransaction({ transaction, privateKey }),
  }
  const watch = createWatch()
  const native: AccountId = `${chainId}:${nativeSolanaAddress}`
  const postponed = new Map<string, { until: number; reason: string }>()
  let problem: string | undefined

  const readMintOf = async (address: string): Promise<Mint | undefined> => {
    const [found] = await node.readAccounts({ addresses: [address] })
    return found && readMint(found)
  }

  const giveUp = async (now: number) => {
    const reason = problem ?? 'It could not be paid out in time'
    const late = await write((tx) => giveUpLate(tx, { chainId, reason, now }))
    for (const payout of late) {
      log.error({ chainId, asset: payout.asset, reason }, 'Payout given up, none of its transactions can be mined')
      metrics.payouts.inc({ chain: chainId, outcome: 'given_up' })
      announce(toStatus(payout))
    }
  }

  /** A failed request about one receiver does not block other payouts. */
  const postpone = (error: unknown): PaidOut => {
    if (!(error instanceof LatchkeyError)) throw error
    return { kind: 'postponed', reason: error.message }
  }

  /**
   * Pays all possible payouts, oldest first. A payout that waits for one asset does not block another. @returns the number of
   * signed payouts
   */
  const payAll = async (waiting: readonly StoredPayout[], sending: readonly StoredPayout[]): Promise<number> => {
    const reserved = reservedFor(sending)
    const most = underWayAtMost - sending.length
    let signed = 0
    let unsaid = 0
    const stuck = new Set<string>()
    let lacking = [...postponed.values()][0]?.reason
    for (const payout of waiting) {
      if (signed >= most || unsaid >= unsaidAtMost || signal.aborted) break
      if (stuck.has(payout.asset)) continue
      const done = await payOut(scope, { payout, reserved, watch }).catch((error: unknown) => {
        unsaid += 1
        return postpone(error)
      })
      if (done.kind === 'signed') {
        signed += 1
        reserve(reserved, payout)
      }
      if (done.kind === 'postponed') postponed.set(payout.id, { until: clock.now() + pause, reason: done.reason })
      if (done.kind === 'lacking' || done.kind === 'postponed') lacking ??= done.reason
      if (done.kind === 'lacking' || done.kind === 'busy') stuck.add(payout.asset)
    }
    if (lacking !== undefined && lacking !== problem) log.error({ chainId, account, lacking }, 'Payouts wait')
    problem = lacking
    return signed
  }

  return {
    ...{ account, native, minimumBalance },

    readBalance: async (asset) => {
      const { address } = parseAccountId(asset)
      if (asset === native) {
        const [own] = await node.readAccounts({ addresses: [account] })
        return own?.lamports ?? 0n
      }
      const mint = await readMintOf(address)
      // A token that cannot be paid out is not for sale.
      if (!mint || barrierOf(mint)) return 0n
      const held = await associatedTokenAddress({ owner: account, mint: address, tokenProgram: mint.program })
      const [found] = await node.readAccounts({ addresses: [held] })
      const own = found && readTokenAccount(found)
      return own?.owner === account && own.mint === address && own.state === 'initialized' ? own.amount : 0n
    },

    estimateCost: async (asset) => {
      const unitPrice = priorityPrice({ recent: await node.readPrices([account]), attempts: 0 })
      const feeOf = (unitLimit: number) => signatureFee + priorityFeeOf({ unitLimit, unitPrice: unitPrice + marks })
      if (asset === native) return feeOf(nativeUnits)
      const mint = await readMintOf(parseAccountId(asset).address)
      const [rent = 0n] = mint ? await node.readRents([accountSizeOf(mint)]) : []
      return feeOf(tokenUnits) + rent
    },

    tick: async () => {
      await watchPayouts(scope, { payouts: await findUnderWay(database, { chainId }), watch })
      const now = clock.now()
      for (const [id, { until }] of postponed) if (until <= now) postponed.delete(id)
      const waiting = await findWaiting(database, { chainId, limit: lookedAt, except: { ids: [...postponed.keys()] } })
      const isLate = ({ giveUpAt }: StoredPayout) => giveUpAt.getTime() <= now
      if (waiting.some(isLate)) await giveUp(now)
      const underWay = await findUnderWay(database, { chainId })
      const sending = underWay.filter(({ state }) => state === 'sending')
      const signed = await payAll(
        waiting.filter((payout) => !isLate(payout)),
        sending,
      )
      return underWay.length + signed > 0 ? timing.watch : timing.idle
    },

    problem: () => problem,
  }
}

function reservedFor(payouts: readonly StoredPayout[]): MutableReserved {
  const reserved: MutableReserved = { lamports: 0n, amounts: new Map() }
  for (const payout of payouts) reserve(reserved, payout)
  return reserved
}

type MutableReserved = Reserved & { amounts: Map<string, bigint> }

function reserve(reserved: MutableReserved, { asset, amount }: Pick<StoredPayout, 'asset' | 'amount'>): void {
  if (asset.endsWith(`:${nativeSolanaAddress}`)) {
    reserved.lamports += amount + reserves.native
    return
  }
  reserved.lamports += reserves.token
  reserved.amounts.set(asset, (reserved.amounts.get(asset) ?? 0n) + amount)
}
