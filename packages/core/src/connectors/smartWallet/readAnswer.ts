import { isEvmAddress, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import { isRecord } from '../isRecord.ts'
import { readChainId } from '../provider/readChainId.ts'
import { decryptJson, deriveSharedKey } from './sessionKeys.ts'
import { toNumber } from './sessionValues.ts'

/** An encrypted answer of the window, without validation. */
export type EncryptedAnswer = { sender: unknown; encrypted: unknown }

/** Data about the wallet in an answer; fields are missing if the wallet did not send them. */
type WalletNews = { chains?: readonly number[]; capabilities?: unknown }

/**
 * Decrypts and reads an answer of the wallet.
 *
 * @throws the wallet's own error, `{ code, message }`; LatchkeyError `response_invalid` if it was changed or is not an answer
 */
export async function decryptAnswer({
  keys: { privateKey, walletKey },
  answer: { encrypted },
}: {
  keys: { privateKey: CryptoKey; walletKey: string }
  answer: EncryptedAnswer
}): Promise<{ value: unknown; news: WalletNews }> {
  let answer: unknown
  try {
    const { iv, cipherText } = isRecord(encrypted) ? encrypted : {}
    const key = await deriveSharedKey({ privateKey, publicKey: walletKey })
    answer = await decryptJson({ key, encrypted: { iv: iv as BufferSource, cipherText: cipherText as BufferSource } })
  } catch (cause) {
    throw new ServiceError('response_invalid', { cause, details: 'The answer of the wallet could not be decrypted' })
  }
  return readAnswer(answer)
}

/** Reads a decrypted answer. @throws as {@link decryptAnswer} */
export function readAnswer(answer: unknown): { value: unknown; news: WalletNews } {
  const { result, data } = isRecord(answer) ? answer : {}
  if (isRecord(result) && 'error' in result) throw result.error
  if (!isRecord(result) || !('value' in result))
    throw new ServiceError('response_invalid', { details: 'The wallet returned no result' })
  const { chains, capabilities } = isRecord(data) ? data : {}
  const numbers = isRecord(chains) ? Object.keys(chains).map(Number).filter(isChainNumber) : undefined
  return {
    value: result.value,
    news: { ...(numbers ? { chains: numbers } : {}), ...(capabilities === undefined ? {} : { capabilities }) },
  }
}

/** Reads the accounts that a wallet shared. @throws LatchkeyError `wallet_failed` if there are none */
export function readAccounts(value: unknown): [string, ...string[]] {
  const all = Array.isArray(value) ? value.filter(isEvmAddress).map(checksumAddress) : []
  const [first, ...others] = new Set(all)
  if (first === undefined) throw new LatchkeyError('wallet_failed', { details: 'The wallet shared no account' })
  return [first, ...others]
}

/** Reads the chain ID of EIP-3085 and EIP-3326 parameters. @throws LatchkeyError `malformed_request` */
export function readChainNumber(params: unknown): number {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  try {
    return toNumber(readChainId(isRecord(first) ? first.chainId : undefined))
  } catch (cause) {
    throw new LatchkeyError('malformed_request', { cause })
  }
}

function isChainNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
