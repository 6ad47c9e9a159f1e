import { type AccountId, formatUnits, parseAccountId } from '@latchkey/protocol'
import { buildTransfer, type ComputeBudget, priorityFeeOf, type Transfer } from '@latchkey/solana'
import type { StoredPayout } from '../store/payoutStore.ts'
import { describeFailure } from './describeFailure.ts'
import { planPayout } from './planPayout.ts'
import { marks, priorityPrice } from './priorityPrice.ts'
import type { SolanaScope } from './SolanaScope.ts'

/** Lamports per signature. Source: solana-fee-structure. */
export const signatureFee = 5_000n
/** Maximum compute units of a SOL payment, which uses 450. */
export const nativeUnits = 1_000
/** Limit of compute units while the use of a token payment is measured. */
const probeUnits = 400_000
/** A placeholder, because a simulation replaces the blockhash. */
const anyBlockhash = '11111111111111111111111111111111'

/** Amounts that signed payouts may still need. */
export type Reserved = {
  lamports: bigint
  /** Base units by asset. */
  amounts: ReadonlyMap<string, bigint>
}

/**
 * Result for a payout: `ready` to sign; `refused` permanently by the network; `lacking` funds; `busy` until previous payouts
 * are done; `postponed` for any other temporary reason.
 */
export type Prepared =
  | { kind: 'ready'; transfer: Transfer; unitLimit: number; unitPrice: bigint }
  | { kind: 'refused'; reason: string }
  | { kind: 'lacking' | 'postponed'; reason: string }
  | { kind: 'busy' }

/**
 * Checks a payout against the current chain and simulates it. A payout that the network refuses fails before anything is
 * signed.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function preparePayout(
  { node, account: from }: Pick<SolanaScope, 'node' | 'account'>,
  { payout, reserved }: { payout: StoredPayout; reserved: Reserved },
): Promise<Prepared> {
  const { receiver, amount, attempts } = payout
  if (payout.isRehearsal) return { kind: 'refused', reason: 'A rehearsal of a payout that the network refuses' }
  const asset = parseAccountId(payout.asset as AccountId).address
  const plan = await planPayout(node, { from, asset, receiver, amount })
  if ('refused' in plan) return { kind: 'refused', reason: plan.refused }
  if ('lacking' in plan) return { kind: 'lacking', reason: plan.lacking }

  const { transfer, balance, spent, accountMinimum, owned } = plan
  const { token } = transfer
  const short = accountMinimum + spent + signatureFee - balance
  if (short > 0n) return { kind: 'lacking', reason: `The treasury lacks ${formatUnits(short, 9)} SOL` }
  const writes = token ? [from, token.source, token.destination] : [from, receiver]
  const unitPrice = priorityPrice({ recent: await node.readPrices(writes), attempts })
  const measured = await simulate(node, {
    transfer,
    budget: { unitLimit: token ? probeUnits : nativeUnits, unitPrice },
  })
  if (measured.kind !== 'units') return measured
  const unitLimit = token ? Math.min(probeUnits, Math.ceil(measured.units * 1.2) + 1_000) : nativeUnits
  const left =
    balance - spent - signatureFee - priorityFeeOf({ unitLimit, unitPrice: unitPrice + marks }) - accountMinimum
  if (left < 0n) return { kind: 'lacking', reason: `The treasury lacks ${formatUnits(-left, 9)} SOL` }
  // Previously signed payouts may be mined in the next block, and are not yet part of these balances.
  const other = token ? (reserved.amounts.get(payout.asset) ?? 0n) : 0n
  if (left < reserved.lamports || owned - amount < other) return { kind: 'busy' }
  return { kind: 'ready', transfer, unitLimit, unitPrice }
}

async function simulate(
  node: SolanaScope['node'],
  { transfer, budget }: { transfer: Transfer; budget: ComputeBudget },
): Promise<{ kind: 'units'; units: number } | Extract<Prepared, { reason: string }>> {
  const transaction = buildTransfer({ transfer, blockhash: anyBlockhash, budget })
  const { error, logs, units } = await node.simulate(transaction)
  if (error === undefined) return { kind: 'units', units: units ?? probeUnits }
  const reason = describeFailure({ error, logs })
  return { kind: judge(error), reason }
}

/**
 * A program's refusal is permanent, except for missing funds. Both token programs and the system program use the same error
 * number for that.
 */
function judge(error: unknown): 'refused' | 'lacking' | 'postponed' {
  const failed = typeof error === 'object' && error !== null && 'InstructionError' in error && error.InstructionError
  if (!Array.isArray(failed)) return 'postponed'
  const [, cause] = failed
  const isPoor = typeof cause === 'object' && cause !== null && 'Custom' in cause && Number(cause.Custom) === 1
  return isPoor ? 'lacking' : 'refused'
}
