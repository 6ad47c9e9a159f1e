import { LatchkeyError } from '@latchkey/protocol'
import { isRecord } from '../embedded/isRecord.ts'

/** What the wallet says of itself with an answer; left out where it said nothing. */
export type WalletNews = { chains?: readonly number[]; capabilities?: unknown }

/**
 * Reads what the wallet answered, decrypted.
 *
 * @throws the wallet's own error, `{ code, message }`; LatchkeyError `response_invalid` when it is neither that nor an answer
 */
export function readAnswer(answer: unknown): { value: unknown; news: WalletNews } {
  const { result, data } = isRecord(answer) ? answer : {}
  if (!isRecord(result)) throw new LatchkeyError('response_invalid', { details: 'The wallet gave no result' })
  if ('error' in result) throw result.error
  if (!('value' in result)) throw new LatchkeyError('response_invalid', { details: 'The wallet gave no result' })
  const { chains, capabilities } = isRecord(data) ? data : {}
  return {
    value: result.value,
    news: {
      ...(isRecord(chains) ? { chains: Object.keys(chains).map(Number).filter(isChainNumber) } : {}),
      ...(capabilities === undefined ? {} : { capabilities }),
    },
  }
}

function isChainNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}
