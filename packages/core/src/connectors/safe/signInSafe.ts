import { LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Environment } from '../../environment/Environment.ts'
import { isRecord } from '../isRecord.ts'
import { type AskSafe, isHash, safeDecisionTimeout, waitForTransaction } from './waitForTransaction.ts'

/**
 * Lets the Safe's owners sign. A Safe answers with the signature, with a message that more owners have to sign, or with a transaction that
 * stores the signature on-chain. The latter is valid by ERC-1271 as `0x`.
 *
 * @returns the signature, to be verified by ERC-1271
 * @throws LatchkeyError `user_rejected`, `wallet_timeout` if the owners have not signed after half an hour
 */
export async function signInSafe({
  ask,
  method,
  params,
  environment,
}: {
  ask: AskSafe
  method: 'signMessage' | 'signTypedMessage'
  params: unknown
  environment: Environment
}): Promise<string> {
  const answer = await ask(method, params, safeDecisionTimeout)
  const { signature, messageHash, safeTxHash } = isRecord(answer) ? answer : {}
  if (isSignature(signature)) return signature
  if (isHash(messageHash)) return waitForSignature({ ask, messageHash, environment })
  if (isHash(safeTxHash)) {
    await waitForTransaction({ ask, safeTxHash, environment })
    return '0x'
  }
  throw new ServiceError('response_invalid', { details: 'The Safe returned no signature' })
}

async function waitForSignature({
  ask,
  messageHash,
  environment,
}: {
  ask: AskSafe
  messageHash: string
  environment: Environment
}): Promise<string> {
  const end = environment.now() + safeDecisionTimeout
  for (let pause = 1_000; environment.now() < end; pause = Math.min(pause * 1.5, 10_000)) {
    const found = await ask('getOffChainSignature', messageHash).catch(() => undefined)
    if (isSignature(found)) return found
    await new Promise<void>((resolve) => environment.setTimeout(resolve, pause))
  }
  throw new LatchkeyError('wallet_timeout')
}

function isSignature(value: unknown): value is string {
  return typeof value === 'string' && /^0x([0-9a-f]{2})+$/i.test(value)
}
