import { type AccountId, formatUnits, parseAccountId } from '@latchkey/protocol'
import { buildTransfer, type ComputeBudget, priorityFeeOf, type Transfer } from '@latchkey/solana'
import type { StoredPayout } from '../store/payoutStore.ts'
import { describeFailure } from './describeFailure.ts'
import { planPayout } from './planPayout.ts'
import { marks, priorityPrice } from './priorityPrice.ts'
import type { SolanaScope } from './SolanaScope.ts'

/** Lamports for a signature. Source: solana-fee-structure. */
export const signatureFee = 5_000n
/** Compute units that a payment of SOL may use; it uses 450. */
export const nativeUnits = 1_000
/** As many are allowed while it is measured what a token's payment uses. */
const probeUnits = 400_000
/** A blockhash that stands for any: a simulation takes one of its own. */
const anyBlockhash = '11111111111111111111111111111111'

/** What payouts that are signed already may still take of the account. */
export type Reserved = {
  lamports: bigint
  /** Base units by asset. */
  amounts: ReadonlyMap<string, bigint>
}

/**
 * What came of it: ready to be signed; refused by the network for good; `lacking`: it waits for money; `busy`: it waits for payouts before
 * it; `postponed`: it waits for whatever else may change.
 */
export type Prepared =
  | { kind: 'ready'; transfer: Transfer; unitLimit: number; unitPrice: bigint }
  | { kind: 'refused'; reason: string }
  | { kind: 'lacking' | 'postponed'; reason: string }
  | { kind: 'busy' }

/**
 * Judges a payout on the chain as it is now, and has it simulated: what the network refuses fails before anything is signed.
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
  // What was signed before may be taken by the next block, and is not in these balances then.
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

/** What a program refuses it refuses for good, but for want of money, which both token programs and the system's say by one number. */
function judge(error: unknown): 'refused' | 'lacking' | 'postponed' {
  const failed = typeof error === 'object' && error !== null && 'InstructionError' in error && error.InstructionError
  if (!Array.isArray(failed)) return 'postponed'
  const [, cause] = failed
  const isPoor = typeof cause === 'object' && cause !== null && 'Custom' in cause && Number(cause.Custom) === 1
  return isPoor ? 'lacking' : 'refused'
}
