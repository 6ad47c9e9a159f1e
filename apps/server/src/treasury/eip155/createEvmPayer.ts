import { type AccountId, LatchkeyError, nativeEvmAddress } from '@latchkey/protocol'
import type { PrivateKeyAccount } from 'viem/accounts'
import { createChainNode } from '../../chains/node/createChainNode.ts'
import { createChainView } from '../../chains/node/createChainView.ts'
import { offerFees } from '../../chains/node/gasMarket.ts'
import { readDataFee } from '../../chains/node/readDataFee.ts'
import type { RpcService } from '../../rpc/RpcService.ts'
import type { ChainPayer, PayerScope } from '../ChainPayer.ts'
import { findWaiting, giveUpLate, type StoredPayout, toStatus } from '../store/payoutStore.ts'
import { createWatch, type EvmScope, type NumberUnderWay } from './EvmScope.ts'
import { readTokenBalance } from './judgePayout.ts'
import { payOut } from './payOut.ts'
import { isNative, toCall } from './toCall.ts'
import { usualGas } from './usualGas.ts'
import { watchNumbers } from './watchNumbers.ts'

/** Maximum number of pending payouts, and of payouts that are read in one round. */
const underWayAtMost = 16
/** A round ends after this many payouts that nodes could not answer for, because the nodes may be down. */
const unsaidAtMost = 3
const lookedAt = 100
/** Milliseconds before a payout is tried again after a node could not estimate it. */
const pause = 10_000
/** Factor between the interval for pending transactions and that for mined, non-final ones. */
const settling = 8

/**
 * Creates the payer of an EVM network.
 *
 * @param options.reorgDepth number of blocks that may still be replaced
 */
export function createEvmPayer(
  payerScope: PayerScope,
  { rpc, signer, reorgDepth }: { rpc: RpcService; signer: PrivateKeyAccount; reorgDepth: number },
): ChainPayer {
  const { chainId, name, context, timing, write, announce, metrics, signal } = payerScope
  const { database, clock, log } = context
  const trouble = { code: 'upstream_unavailable', meanwhile: 'payouts wait' } as const
  const node = createChainNode({ rpc, chainId, name, block: 'latest', trouble })
  const scope: EvmScope = {
    ...{ ...payerScope, node, signer, reorgDepth },
    view: createChainView({ node, account: signer.address, clock }),
    number: Number(chainId.slice('eip155:'.length)),
    rollups: {},
  }
  const watch = createWatch()
  const account = signer.address
  const native: AccountId = `${chainId}:${nativeEvmAddress}`
  /** By payout ID: the time until which it is skipped, and the reason. */
  const postponed = new Map<string, { until: number; reason: string }>()
  let lacking: string | undefined

  const giveUp = async (now: number) => {
    const reason = lacking ?? 'It could not be paid out in time'
    for (const payout of await write((tx) => giveUpLate(tx, { chainId, reason, now }))) {
      log.error({ chainId, asset: payout.asset, reason }, 'Payout given up, none of its transactions can be mined')
      metrics.payouts.inc({ chain: chainId, outcome: 'given_up' })
      announce(toStatus(payout))
    }
  }

  /**
   * Pays all possible payouts, oldest first. A payout that waits for one asset does not block another. @returns the number of
   * signed payouts
   */
  const payAll = async (
    waiting: readonly StoredPayout[],
    { sending, busy }: { sending: readonly NumberUnderWay[]; busy: Set<string> },
  ): Promise<number> => {
    const reserved = reservedFor(sending)
    const most = underWayAtMost - sending.length
    const stuck = new Set<string>()
    let signed = 0
    let unsaid = 0
    let reason = [...postponed.values()][0]?.reason
    for (const payout of waiting) {
      if (signed >= most || unsaid >= unsaidAtMost || signal.aborted) break
      const receiver = payout.receiver.toLowerCase()
      if (stuck.has(payout.asset) || busy.has(receiver)) continue
      try {
        const done = await payOut(scope, { payout, reserved })
        if (done.kind === 'lacking') {
          reason ??= done.reason
          stuck.add(payout.asset)
        }
        if (done.kind === 'signed') {
          signed += 1
          busy.add(receiver)
          reserve(reserved, payout, done.cost)
        }
      } catch (error) {
        if (!(error instanceof LatchkeyError)) throw error
        // The failure may concern only this receiver, so the other payouts continue.
        unsaid += 1
        reason ??= error.message
        postponed.set(payout.id, { until: clock.now() + pause, reason: error.message })
      }
    }
    if (reason !== undefined && reason !== lacking) log.error({ chainId, account, reason }, 'Payouts wait')
    lacking = reason
    return signed
  }

  return {
    ...{ account, native, minimumBalance: 0n },
    readBalance: async (asset) => (isNative(asset) ? scope.view.balance() : readTokenBalance(scope, asset)),

    estimateCost: async (asset) => {
      const { market } = await scope.view.now()
      const { to, data } = toCall({ asset, amount: 1n, receiver: account })
      const gas =
        (isNative(asset) ? usualGas.native : usualGas.token) +
        (await readDataFee(scope, { from: account, to, data, market }))
      return gas * offerFees(market).standard.maxFeePerGas
    },

    tick: async () => {
      const seen = await watchNumbers(scope, { watch })
      const now = clock.now()
      for (const [id, { until }] of postponed) if (until <= now) postponed.delete(id)
      // One payout at a time to each receiver: its contract code must not put a second payout at risk before the first result
      // is known.
      const busy = new Set(
        [...seen.sending, ...seen.undone].flatMap(({ payout }) => payout?.receiver.toLowerCase() ?? []),
      )
      const except = { ids: [...postponed.keys()], receivers: [...busy] }
      const waiting = await findWaiting(database, { chainId, limit: lookedAt, except })
      const isLate = ({ giveUpAt }: StoredPayout) => giveUpAt.getTime() <= now
      if (waiting.some(isLate)) await giveUp(now)
      const inTime = waiting.filter((payout) => !isLate(payout))
      const signed = await payAll(inTime, { sending: seen.sending, busy })
      if (seen.sending.length + signed > 0) return timing.watch
      return seen.settling > 0 ? Math.min(timing.watch * settling, timing.idle) : timing.idle
    },

    problem: () => lacking ?? [...watch.problems.values()][0],
  }
}

type MutableReserved = { amounts: Map<string, bigint>; costs: bigint }

/** Returns the amounts that pending payouts may still need. */
function reservedFor(sending: readonly NumberUnderWay[]): MutableReserved {
  const reserved: MutableReserved = { amounts: new Map(), costs: 0n }
  for (const { payout, transactions } of sending) {
    const { gasLimit, maxFeePerGas } = transactions.at(-1) ?? {}
    if (payout) reserve(reserved, payout, BigInt(gasLimit ?? 0) * (maxFeePerGas ?? 0n))
  }
  return reserved
}

function reserve(reserved: MutableReserved, { asset, amount }: StoredPayout, cost: bigint): void {
  reserved.amounts.set(asset, (reserved.amounts.get(asset) ?? 0n) + amount)
  reserved.costs += cost
}
