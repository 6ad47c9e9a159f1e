import { decodeBase58, type LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { readTransaction, type Transaction, verifySignature } from '@latchkey/solana'
import type { Description, DescriptionField } from '../Description.ts'
import type { SolanaFacts } from '../families/FamilyDetails.ts'
import { readBase64 } from '../families/readFamilyRequest.ts'
import { createdAccounts } from './collectReading.ts'
import { describeInstructions } from './describeInstruction.ts'
import { mainOf } from './describeTransaction.ts'
import { readApproved } from './readSolanaPayload.ts'
import type { SolanaReading } from './SolanaReading.ts'

/** Result of the key holder: the signature of a message, base58; or the transactions in their wire format, base64, in their order. */
export type SolanaSigned = { signature: string } | { transactions: readonly string[] }

/**
 * Parses signed bytes again and compares them with the description. The message must be the same to the byte, with the visitor's valid
 * signature at its position and every other signature unchanged. Every shown amount and address must be in these bytes. Call it before
 * the bytes leave the wallet.
 *
 * @throws LatchkeyError `signature_invalid` if anything differs; `request_refused` if the description could not be signed at all
 * @example verifySolanaSigned({ description, signed: { transactions } })
 */
export function verifySolanaSigned({ description, signed }: { description: Description; signed: SolanaSigned }): void {
  const { ask, payload } = readApproved(description)
  const { account } = payload
  if (ask.kind === 'message') {
    const signature = 'signature' in signed ? decodeBase58(signed.signature) : undefined
    if (!signature || !verifySignature({ address: account, message: ask.message, signature }))
      throw differs('signature')
    return
  }
  if (!('transactions' in signed) || signed.transactions.length !== ask.transactions.length) throw differs('count')
  for (const [index, { transaction: shown }] of ask.transactions.entries()) {
    const got = readSigned(signed.transactions[index])
    if (got.messageBytes.join() !== shown.messageBytes.join()) throw differs('message')
    for (const [place, { address, signature }] of got.signatures.entries()) {
      if (address === account) {
        const isOurs = signature && verifySignature({ address, message: got.messageBytes, signature })
        if (!isOurs) throw differs('signature')
      } else if (signature?.join() !== shown.signatures[place]?.signature?.join()) throw differs('other signatures')
    }
    const part = ask.transactions.length === 1 ? description : description.parts[index]
    if (!part || !saysTheSame({ shown: part, transaction: got, account, facts: description.family?.facts }))
      throw differs('what was shown')
  }
}

function readSigned(wire: string | undefined): Transaction {
  try {
    return readTransaction(readBase64(wire, 'transaction'))
  } catch (cause) {
    throw new ServiceError('signature_invalid', { cause, details: 'Not a transaction' })
  }
}

/** Decodes the signed bytes again with the earlier chain data. No chain is asked, so only the bytes count. */
function saysTheSame({
  shown,
  transaction: { instructions },
  account,
  facts = { tables: {}, tokenAccounts: {}, mints: {} },
}: {
  shown: Description
  transaction: Transaction
  account: string
  facts: SolanaFacts | undefined
}): boolean {
  const reading: SolanaReading = {
    ...{ account, facts, knownAddresses: [], assets: new Map(), accounts: undefined },
    native: { address: null, symbol: '', name: '', decimals: null, kind: 'native' },
    created: createdAccounts({ instructions, tables: facts.tables }),
  }
  const again = mainOf({ described: describeInstructions(reading, instructions), raw: '' })
  return essenceOf(again) === essenceOf(shown)
}

/** Amounts, addresses and texts in their order. Without names, which are the wallet's own, and rent, which came from the chain. */
function essenceOf({ target, signature, fields, parts }: Description): string {
  const flat = (field: DescriptionField): string[] => {
    const { value, children, label } = field
    const own =
      value.kind === 'address'
        ? value.address
        : value.kind === 'amount'
          ? `${value.amount} ${value.isUnlimited} ${value.asset.address}`
          : value.kind === 'text'
            ? value.text
            : value.kind === 'bytes'
              ? value.hex
              : ''
    return label === 'rent' && field.name === 'rent' ? [] : [`${field.name}: ${own}`, ...children.flatMap(flat)]
  }
  return JSON.stringify([target?.address ?? null, signature, fields.flatMap(flat), parts.map(essenceOf)])
}

function differs(field: string): LatchkeyError {
  return new ServiceError('signature_invalid', { details: `Differs from the request shown: ${field}` })
}
