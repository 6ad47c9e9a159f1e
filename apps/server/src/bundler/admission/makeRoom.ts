import type { UserOperation } from '@latchkey/smart-account'
import { OperationRefusal } from '../OperationRefusal.ts'
import { splitNonce } from '../operation/nonceOf.ts'
import type { StoredOperation } from '../store/operationStore.ts'

/** Maximum number of waiting operations of one account under one nonce key, and under all keys. */
const waitingPerKey = 4
const waitingPerSender = 16

/** Place of an operation among the waiting ones of its account. */
export type Room = {
  /** The operation that it replaces. */
  replaces: StoredOperation | undefined
  /** The operations before it under the same key, in order. */
  before: readonly UserOperation[]
}

/**
 * Finds the place of an operation among those of its account.
 *
 * @throws OperationRefusal if there is none
 */
export function makeRoom({ operation, live }: { operation: UserOperation; live: readonly StoredOperation[] }): Room {
  const { key, sequence } = splitNonce(operation.nonce)
  const same = live.find(({ nonce }) => nonce === operation.nonce)
  if (same) {
    if (same.state === 'bundled') {
      throw new OperationRefusal('invalidParams', 'An operation with this nonce is already in a transaction', {
        code: 'operation_underpriced',
        field: 'nonce',
      })
    }
    const fields = ['maxFeePerGas', 'maxPriorityFeePerGas'] as const
    for (const field of fields) {
      const least = (same.operation[field] * 110n + 99n) / 100n
      if (operation[field] < least) {
        throw new OperationRefusal(
          'invalidParams',
          `Another operation with this nonce is pending. Set ${field} to at least ${least}`,
          { code: 'operation_underpriced', field },
        )
      }
    }
  }
  const others = live.filter((other) => other !== same)
  const ofKey = others.filter(({ nonce }) => splitNonce(nonce).key === key)
  if (ofKey.length >= waitingPerKey || others.length >= waitingPerSender) {
    throw new OperationRefusal('bannedOrThrottled', 'Too many operations of this account are pending', {
      code: 'operation_limit',
      retryAfter: 10,
    })
  }
  const before = ofKey
    .filter(({ nonce }) => splitNonce(nonce).sequence < sequence)
    .sort((one, other) => (one.nonce < other.nonce ? -1 : 1))
    .map((stored) => stored.operation)
  return { replaces: same, before }
}
