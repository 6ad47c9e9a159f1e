import { base58, base64 } from '@scure/base'
import { describePsbt, writeBitcoin } from '../bitcoin/describePsbt.ts'
import { toStandardChain } from '../bitcoin/toStandardChain.ts'
import type { WalletRequest } from '../owner/Owner.ts'
import type { RequestLine } from '../sandbox/describeRequest.ts'
import { readableText, unreadableLine } from '../sandbox/nameNetwork.ts'
import { describeSolanaTransaction, type NameToken } from '../solana/describeSolanaTransaction.ts'

/** The description of a Solana or Bitcoin request that the owner of a paired wallet sees. */
export type PairedDescription = {
  /** `message`: a text to sign. `transaction`: moves assets. `unknown`: unreadable. */
  kind: 'message' | 'transaction' | 'unknown'
  /** Whether the wallet sends it. Otherwise the wallet returns it, and the app sends it later. */
  sends: boolean
  lines: readonly RequestLine[]
}

/**
 * Describes an app's request to a Solana or Bitcoin account in words.
 *
 * @param options.own addresses of the account, to recognize change
 * @example describePairedRequest({ method: 'sendTransfer', params: [{ recipientAddress, amount: '1000' }], chain, own: [] })
 */
export function describePairedRequest(request: DescribedRequest): PairedDescription {
  const unknown: PairedDescription = { kind: 'unknown', sends: false, lines: [unreadableLine] }
  try {
    const description = describeKnown(request)
    // Unreadable data is not signed.
    return description && !description.lines.includes(unreadableLine) ? description : unknown
  } catch {
    return unknown
  }
}

type DescribedRequest = WalletRequest & { chain: string; own: readonly string[]; nameToken?: NameToken }

/** @throws Error if the parameters are invalid */
function describeKnown({ method, params, chain, own, nameToken }: DescribedRequest): PairedDescription | undefined {
  const [first] = params
  const given = (typeof first === 'object' && first !== null ? first : {}) as Record<string, unknown>
  switch (method) {
    case 'solana_signMessage': {
      const text = readableText(base58.decode(String(given.message)))
      return { kind: 'message', sends: false, lines: [{ label: 'Message', value: text, long: true }] }
    }
    case 'signMessage':
      return {
        ...{ kind: 'message', sends: false },
        lines: [{ label: 'Message', value: String(given.message), long: true }],
      }
    case 'solana_signTransaction':
    case 'solana_signAndSendTransaction':
    case 'solana_signAllTransactions': {
      const list = Array.isArray(given.transactions) ? given.transactions : [given.transaction]
      const lines = list.flatMap((text) =>
        describeSolanaTransaction({ transaction: base64.decode(String(text)), ...(nameToken ? { nameToken } : {}) }),
      )
      return { kind: 'transaction', sends: method === 'solana_signAndSendTransaction', lines }
    }
    case 'signPsbt':
      return {
        ...{ kind: 'transaction', sends: given.broadcast === true },
        lines: describePsbt({ psbt: base64.decode(String(given.psbt)), chain: toStandardChain(chain), own }),
      }
    case 'sendTransfer':
      return {
        ...{ kind: 'transaction', sends: true },
        lines: [
          { label: 'Sends', value: writeBitcoin(BigInt(String(given.amount))) },
          { label: 'Receiver', value: String(given.recipientAddress), long: true },
        ],
      }
    default:
      return undefined
  }
}
