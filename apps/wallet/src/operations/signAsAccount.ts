import type { ChainId } from '@latchkey/protocol'
import type { KeyWorkerCalls } from '../worker/KeyWorkerCalls.ts'
import type { ReaderCalls } from '../worker/ReaderCalls.ts'
import type { SigningSubject } from './accountSignature.ts'
import type { OperationAccount } from './Operations.ts'

/** Signs a message or typed data as one of the visitor's accounts: an EOA with its key, a smart account with its owner's key. */
export async function signAsAccount({
  keys,
  reader,
  account,
  chainId,
  subject,
  url,
}: {
  keys: KeyWorkerCalls
  reader: ReaderCalls
  account: OperationAccount
  chainId: ChainId
  subject: SigningSubject
  /** RPC URL of the network. */
  url: string
}): Promise<`0x${string}`> {
  const nested = { subject, account, chainId }
  const { digest } = await reader.accountDigest(nested)
  const signature = await keys.signDigest({ address: account.owner, digest })
  // Verify it before it is returned.
  return reader.accountSignature({ ...nested, signature, url })
}
