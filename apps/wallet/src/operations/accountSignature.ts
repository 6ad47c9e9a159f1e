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

/** What an account signs: a request that was shown, or a text of the wallet's own. */
export type SigningSubject = { description: Description } | { text: string }

type Nested = { account: OperationAccount; chainId: ChainId; subject: SigningSubject }

/**
 * What the owner's key signs so that an account has signed: for a smart one nested, so that it counts for that account alone.
 * Source: ERC-7739, EIP-191, EIP-712.
 *
 * @throws LatchkeyError `request_refused` when a finding forbids it, or the typed data cannot be nested
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
 * The account's signature, made of the owner's: looked at once more, and wrapped with what makes the account while the network does not
 * have it. Source: ERC-7739, ERC-6492.
 *
 * @throws LatchkeyError `signature_invalid` when it is not the owner's
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
  // Who verifies a wrapped one of a deployed account asks the account all the same.
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
  // Read by two readers it must be the same.
  if (hashTypedData(typedData as Parameters<typeof hashTypedData>[0]) !== payload.digest)
    throw new ServiceError('request_refused')
  return { typedData }
}
