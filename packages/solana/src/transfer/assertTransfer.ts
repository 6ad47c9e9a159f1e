import { LatchkeyError } from '@latchkey/protocol'
import { readTransfer } from './readTransfer.ts'
import type { ComputeBudget, Transfer } from './Transfer.ts'

/** The highest effective limit. Source: solana-compute-budget, `MAX_COMPUTE_UNIT_LIMIT`. */
const mostUnits = 1_400_000n

/**
 * Compares a transaction with the shown payment: asset, mint, decimals, accounts, receiver, amount and fee as in the bytes, and
 * nothing else in it.
 *
 * @param options.budget the shown priority fee; the bytes must not contain more
 * @param options.largestPriorityFee lamports that the wallet may offer instead, if it sets limit and price itself
 * @throws LatchkeyError `send_failed` if anything differs; its `details` name the difference
 */
export function assertTransfer({
  transaction,
  transfer,
  budget,
  largestPriorityFee = 0n,
}: {
  transaction: Uint8Array
  transfer: Transfer
  budget: ComputeBudget
  largestPriorityFee?: bigint
}): void {
  const said = readTransfer(transaction)
  if (!said) throw refuse('It is no plain payment')
  if (said.from !== transfer.from) throw refuse('It pays from another account')
  if (said.amount !== transfer.amount) throw refuse('It moves another amount')
  if ((said.token?.mint ?? 'SOL') !== (transfer.token?.mint ?? 'SOL')) throw refuse('It moves another asset')
  for (const part of ['program', 'decimals', 'source', 'destination', 'createsDestination', 'fee'] as const)
    if (said.token?.[part] !== transfer.token?.[part]) throw refuse(`It has another ${part}`)
  // The bytes do not contain the owner of an existing account; `destination` identifies it.
  const isNamed = !transfer.token || transfer.token.createsDestination
  if (isNamed && said.receiver !== transfer.receiver) throw refuse('It pays another receiver')

  const offered = priorityFeeOf(said)
  const shown = priorityFeeOf(budget)
  if (offered > (shown > largestPriorityFee ? shown : largestPriorityFee))
    throw refuse('It offers more for its place in a block')
}

/**
 * Returns the fee of a transaction besides its signatures, in lamports, rounded up: the price for each unit of its limit. Without a
 * limit the network uses one that depends on the instructions; this uses the maximum.
 *
 * @example priorityFeeOf({ unitLimit: 450, unitPrice: 1_000_000n }) // 450n
 */
export function priorityFeeOf({ unitLimit, unitPrice = 0n }: ComputeBudget): bigint {
  const units = unitLimit === undefined ? mostUnits : BigInt(unitLimit)
  return ((units < mostUnits ? units : mostUnits) * unitPrice + 999_999n) / 1_000_000n
}

function refuse(details: string): LatchkeyError {
  return new LatchkeyError('send_failed', { details: `The transaction differs from the request: ${details}` })
}
