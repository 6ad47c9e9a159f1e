import { type ChainId, type ChainNamespace, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { isRecord } from '../../../isRecord.ts'
import { fromStandardChain } from '../../../walletStandard/standardChains.ts'
import type { FrameAsk } from '../FrameAsk.ts'

/** An account in the format of the Wallet Standard. `purpose` is from Bitcoin's extension. */
export type PublishedAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly label: string
  readonly purpose?: 'payment' | 'ordinals'
}

/** Dependencies of a family's features. */
export type StandardAsk = {
  ask: FrameAsk
  /** Returns the accounts that are shared with this page. */
  accounts: () => readonly PublishedAccount[]
}

/**
 * Returns the account and the network of an input. The default network is the account's first.
 *
 * @throws LatchkeyError `account_changed`, `chain_not_on_connector`
 */
export function readInput({
  input,
  namespace,
  accounts,
}: {
  input: unknown
  namespace: ChainNamespace
  accounts: readonly PublishedAccount[]
}): { account: PublishedAccount; chainId: ChainId; fields: Record<string, unknown> } {
  const fields = isRecord(input) ? input : {}
  const address = isRecord(fields.account) ? fields.account.address : undefined
  const account = accounts.find((known) => known.address === address)
  if (!account) throw new ServiceError('account_changed')
  const [first] = account.chains
  const chain = typeof fields.chain === 'string' ? fields.chain : first
  const chainId = fromStandardChain(chain)
  const isListed = account.chains.some((known) => fromStandardChain(known) === chainId)
  if (!chainId?.startsWith(`${namespace}:`) || !isListed) throw new ServiceError('chain_not_on_connector')
  return { account, chainId, fields }
}

/** Returns a byte field of an input. @throws LatchkeyError `malformed_request` with the field */
export function readInputBytes(fields: Record<string, unknown>, field: string): Uint8Array {
  const value = fields[field]
  if (!ArrayBuffer.isView(value)) throw new LatchkeyError('malformed_request', { field })
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
}
