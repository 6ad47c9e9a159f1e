import { type Description, readSigningPayload } from '@latchkey/clear-signing'
import { type ChainId, parseChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  type AccountTypedData,
  createAccountCall,
  personalSignDigest,
  smartAccountAddress,
  typedDataDigest,
  wrapTypedDataSignature,
  wrapUndeployed,
} from '@latchkey/smart-account'
import { hashMessage, hashTypedData, recoverAddress, stringToHex } from 'viem/utils'
import type { OperationAccount } from './Operations.ts'

/** Subject of an account's signature: a shown request, or a text of the wallet itself. */
export type SigningSubject = { description: Description } | { text: string }

type Nested = { account: OperationAccount; chainId: ChainId; subject: SigningSubject }

/**
 * Returns the digest that the owner's key signs for an account. For a smart account it is nested, so that it is valid for that account
 * only. Source: ERC-7739, EIP-191, EIP-712.
 *
 * @throws LatchkeyError `request_refused` if a finding forbids it, or the typed data cannot be nested
 */
export function accountDigest({ account, chainId, subject }: Nested): `0x${string}` {
  const { address, owner, type } = account
  if ((type === 'eoa' ? owner : smartAccountAddress({ address: owner })) !== address)
    throw new ServiceError('account_changed')
  const signing = { address, chainId: Number(parseChainId(chainId).reference) }
  const { message, typedData } = readSubject({ subject, address })
  if (type === 'eoa')
    return typedData ? hashTypedData(typedData as Parameters<typeof hashTypedData>[0]) : hashMessage(message)
  if (!typedData) return personalSignDigest({ account: signing, message })
  try {
    return typedDataDigest({ account: signing, typedData })
  } catch (cause) {
    throw new ServiceError('request_refused', { cause })
  }
}

/**
 * Builds the account's signature from the owner's. It is verified first, and wrapped with the account's factory data while the network
 * does not have the account. Source: ERC-7739, ERC-6492.
 *
 * @throws LatchkeyError `signature_invalid` if it is not the owner's
 */
export async function accountSignature({
  signature,
  ask,
  ...nested
}: Nested & {
  signature: `0x${string}`
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>
}): Promise<`0x${string}`> {
  const { account, subject } = nested
  const { address, owner } = account
  const hash = accountDigest(nested)
  const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
  if (signer?.toLowerCase() !== owner.toLowerCase() || !/^0x[0-9a-f]{128}(1b|1c)$/i.test(signature))
    throw new ServiceError('signature_invalid')
  if (account.type === 'eoa') return signature
  const { typedData } = readSubject({ subject, address })
  const own = typedData ? wrapTypedDataSignature({ typedData, signature }) : signature
  const code = await ask('eth_getCode', [address, 'latest']).catch(() => undefined)
  // A verifier of a wrapped signature still asks the account once it is deployed.
  const isDeployed = typeof code === 'string' && code.length > 2
  return isDeployed ? own : wrapUndeployed({ ...createAccountCall({ address: owner }), signature: own })
}

type Read =
  | { message: { raw: `0x${string}` }; typedData?: undefined }
  | { message?: undefined; typedData: AccountTypedData }

function readSubject({ subject, address }: { subject: SigningSubject; address: string }): Read {
  if ('text' in subject) return { message: { raw: stringToHex(subject.text) } }
  const { description } = subject
  const payload = readSigningPayload({ description })
  if (payload.account.toLowerCase() !== address.toLowerCase()) throw new ServiceError('account_changed')
  if (payload.kind === 'message') return { message: { raw: payload.message } }
  if (payload.kind !== 'typedData') throw new ServiceError('request_refused')
  const { params } = JSON.parse(description.raw) as { params: [unknown, unknown] }
  const [, given] = params
  const typedData = (typeof given === 'string' ? JSON.parse(given) : given) as AccountTypedData
  // Two readers must get the same result.
  if (hashTypedData(typedData as Parameters<typeof hashTypedData>[0]) !== payload.digest)
    throw new ServiceError('request_refused')
  return { typedData }
}
