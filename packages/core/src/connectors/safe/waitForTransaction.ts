import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'

/** Milliseconds in which the owners have to decide about a transaction, while the page is open. */
export const safeDecisionTimeout = 1_800_000

/** Sends a request to the Safe. Its refusal becomes the error's message. */
export type AskSafe = (method: string, params: unknown, milliseconds?: number) => Promise<unknown>

/** The status of a Safe's transaction. */
export type SafeTransaction = { status: string; txHash: string | undefined }

/** Reads the status of a Safe's transaction. */
export async function readTransaction({ ask, safeTxHash }: { ask: AskSafe; safeTxHash: string }) {
  const answer = await ask('getTxBySafeTxHash', { safeTxHash })
  const { txStatus, txHash } = isRecord(answer) ? answer : {}
  const transaction: SafeTransaction = {
    status: typeof txStatus === 'string' ? txStatus : '',
    txHash: isHash(txHash) ? txHash : undefined,
  }
  return transaction
}

/**
 * Waits until the owners have signed a Safe's transaction and it was submitted to the network.
 *
 * @returns the hash of the network's transaction
 * @throws LatchkeyError `user_rejected` if the owners canceled it; `transaction_uncertain` if they have not decided after half an hour, so
 *   that it may still be sent
 */
export async function waitForTransaction({
  ask,
  safeTxHash,
  environment,
}: {
  ask: AskSafe
  safeTxHash: string
  environment: Environment
}): Promise<string> {
  const end = environment.now() + safeDecisionTimeout
  for (let pause = 1_000; environment.now() < end; pause = Math.min(pause * 1.5, 10_000)) {
    // The Safe's server may not know the transaction yet, or may be temporarily unreachable.
    const found = await readTransaction({ ask, safeTxHash }).catch(() => undefined)
    if (found?.txHash) return found.txHash
    if (found?.status === 'CANCELLED') throw new LatchkeyError('user_rejected')
    if (found?.status === 'FAILED') throw new LatchkeyError('send_failed')
    await new Promise<void>((resolve) => environment.setTimeout(resolve, pause))
  }
  throw new ServiceError('transaction_uncertain')
}

/** Whether a value is a hash of 32 bytes. */
export function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}
