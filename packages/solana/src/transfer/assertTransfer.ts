import { LatchkeyError } from '@latchkey/protocol'
import { readTransfer } from './readTransfer.ts'
import type { ComputeBudget, Transfer } from './Transfer.ts'

/** The most that a limit counts for. Source: solana-compute-budget, `MAX_COMPUTE_UNIT_LIMIT`. */
const mostUnits = 1_400_000n

/**
 * Holds a transaction against the payment that was shown: asset, mint, decimals, accounts, receiver, amount and fee as the bytes
 * themselves say them, and nothing else in it.
 *
 * @param options.budget what was shown of the network's fee; more than this may not be in the bytes
 * @param options.largestPriorityFee lamports that the wallet may offer instead, where it sets limit and price by itself
 * @throws LatchkeyError `send_failed` when anything differs; its `details` say what
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
  // The owner of an account that is there already stands in no byte: `destination` says where it goes.
  const isNamed = !transfer.token || transfer.token.createsDestination
  if (isNamed && said.receiver !== transfer.receiver) throw refuse('It pays somebody else')

  const offered = priorityFeeOf(said)
  const shown = priorityFeeOf(budget)
  if (offered > (shown > largestPriorityFee ? shown : largestPriorityFee))
    throw refuse('It offers more for its place in a block')
}

/**
 * What a transaction pays besides its signatures, in lamports, rounded up: the price for each unit of its limit. Without a limit
 * the network takes one that depends on the instructions; here the most that there can be.
 *
 * @example priorityFeeOf({ unitLimit: 450, unitPrice: 1_000_000n }) // 450n
 */
export function priorityFeeOf({ unitLimit, unitPrice = 0n }: ComputeBudget): bigint {
  const units = unitLimit === undefined ? mostUnits : BigInt(unitLimit)
  return ((units < mostUnits ? units : mostUnits) * unitPrice + 999_999n) / 1_000_000n
}

function refuse(details: string): LatchkeyError {
  return new LatchkeyError('send_failed', { details: `The transaction does not say what was asked for: ${details}` })
}
