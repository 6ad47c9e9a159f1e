import { decodeBase58, isSolanaAddress } from '@latchkey/protocol'
import { malformed, readBase64, readFields, readList, readText } from '../families/readFields.ts'

/** Maximum bytes of a transaction on the wire: a packet of 1280 bytes minus its headers. Source: Solana's `PACKET_DATA_SIZE`. */
const transactionBytes = 1_232
/** Maximum transactions in one request. */
const mostTransactions = 20
/** Maximum characters of a base58 message. Decoding takes the square of its length. */
const messageLength = 8_192

/** Parsed request of a Solana method. `pubkey`: the account that the page names, if any. */
export type SolanaAsk =
  | { method: 'solana_signMessage'; pubkey: string | undefined; message: string }
  | { method: 'solana_signTransaction'; pubkey: string | undefined; transaction: string }
  | { method: 'solana_signAllTransactions'; pubkey: string | undefined; transactions: readonly string[] }
  | {
      method: 'solana_signAndSendTransaction'
      pubkey: string | undefined
      transaction: string
      sendOptions: SendOptions | undefined
    }

/** How a transaction is sent. Source: Solana's JSON-RPC, `sendTransaction`. */
export type SendOptions = {
  skipPreflight?: boolean
  preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  maxRetries?: number
  minContextSlot?: number
}

/**
 * Parses a request with the methods of WalletConnect: a message is base58, a transaction is base64 of its wire format.
 *
 * @throws LatchkeyError `malformed_request` with the field
 */
export function readSolanaParams({ method, params }: { method: string; params: unknown }): SolanaAsk {
  const fields = (...names: string[]) => readFields(params, [...names, 'pubkey'])
  const transactionOf = (value: unknown, field = 'transaction') => readBase64({ value, field, most: transactionBytes })
  switch (method) {
    case 'solana_signMessage': {
      const { message: value, pubkey } = fields('message')
      const message = readText({ value, field: 'message', most: messageLength })
      if (!decodeBase58(message)) throw malformed('message')
      return { method, pubkey: readKey(pubkey), message }
    }
    case 'solana_signTransaction': {
      const { transaction, pubkey } = fields('transaction')
      return { method, pubkey: readKey(pubkey), transaction: transactionOf(transaction) }
    }
    case 'solana_signAllTransactions': {
      const { transactions: value, pubkey } = fields('transactions')
      const read = (entry: unknown) => transactionOf(entry, 'transactions')
      const transactions = readList({ value, field: 'transactions', most: mostTransactions, read })
      return { method, pubkey: readKey(pubkey), transactions }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, pubkey, sendOptions } = fields('transaction', 'sendOptions')
      return {
        method,
        pubkey: readKey(pubkey),
        transaction: transactionOf(transaction),
        sendOptions: readSendOptions(sendOptions),
      }
    }
    default:
      throw malformed('method')
  }
}

function readKey(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (!isSolanaAddress(value)) throw malformed('pubkey')
  return value
}

function readSendOptions(value: unknown): SendOptions | undefined {
  if (value === undefined || value === null) return undefined
  const names = ['skipPreflight', 'preflightCommitment', 'maxRetries', 'minContextSlot']
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = readFields(value, names)
  const isBad =
    !['boolean', 'undefined'].includes(typeof skipPreflight) ||
    ![undefined, 'processed', 'confirmed', 'finalized'].includes(preflightCommitment as undefined) ||
    !isCount(maxRetries, 100) ||
    !isCount(minContextSlot, Number.MAX_SAFE_INTEGER)
  if (isBad) throw malformed('sendOptions')
  return value as SendOptions
}

function isCount(value: unknown, most: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most)
}
