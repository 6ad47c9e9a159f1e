import { decodeBase58 } from '@latchkey/protocol'
import { largestTransaction, readTransaction, type Transaction } from '@latchkey/solana'
import type { FamilyRequest } from '../Description.ts'
import { readBase64, readFields } from '../families/readFamilyRequest.ts'
import { Malformed } from '../request/Malformed.ts'

/** Limit of transactions in one request, because visitors do not review more. */
const transactionLimit = 20
/** Characters of a base58 message: decoding takes the square of its length. */
const messageLimit = 16_384

/** A transaction from the page: the wire bytes in base64, and their contents. */
export type AskedTransaction = { wire: string; bytes: Uint8Array; transaction: Transaction }

/** Parsed Solana request. `wanted`: the account that the page names, if any. */
export type SolanaAsk =
  | { kind: 'message'; wanted: string | undefined; message: Uint8Array }
  | { kind: 'transactions'; wanted: string | undefined; transactions: readonly AskedTransaction[]; send: boolean }

/** Supported methods. Source: the WalletConnect specification, Solana. */
export const solanaMethods = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]

/** Parses a Solana request. @throws Malformed */
export function readAsk({ method, params }: Pick<FamilyRequest, 'method' | 'params'>): SolanaAsk {
  const fields = readFields(params, [...(keysOf[method] ?? []), 'pubkey'])
  const { pubkey } = fields
  if (pubkey !== undefined && pubkey !== null && typeof pubkey !== 'string')
    throw new Malformed('pubkey', 'not an address')
  const wanted = pubkey ?? undefined
  if (method === 'solana_signMessage') {
    const { message } = fields
    if (typeof message !== 'string' || message.length > messageLimit) throw new Malformed('message', 'not base58')
    const bytes = decodeBase58(message)
    if (!bytes) throw new Malformed('message', 'not base58')
    return { kind: 'message', wanted, message: bytes }
  }
  const wires: unknown = method === 'solana_signAllTransactions' ? fields.transactions : [fields.transaction]
  if (!Array.isArray(wires) || wires.length === 0) throw new Malformed('transactions', 'none')
  if (wires.length > transactionLimit) throw new Malformed('transactions', `more than ${transactionLimit}`)
  const transactions = wires.map((wire: unknown) => readWire(wire))
  return { kind: 'transactions', wanted, transactions, send: method === 'solana_signAndSendTransaction' }
}

const keysOf: Readonly<Record<string, readonly string[]>> = {
  solana_signMessage: ['message'],
  solana_signTransaction: ['transaction'],
  solana_signAllTransactions: ['transactions'],
  solana_signAndSendTransaction: ['transaction', 'sendOptions'],
}

function readWire(wire: unknown): AskedTransaction {
  const bytes = readBase64(wire, 'transaction')
  if (bytes.length > largestTransaction) throw new Malformed('transaction', 'too long')
  try {
    return { wire: wire as string, bytes, transaction: readTransaction(bytes) }
  } catch {
    throw new Malformed('transaction', 'not a transaction of Solana')
  }
}
