import { programs } from '../address/programs.ts'
import { type ByteReader, malformed, readBytes } from '../bytes/readBytes.ts'
import type { RawInstruction } from '../instructions/RawInstruction.ts'
import { readInstruction } from '../instructions/readInstruction.ts'
import type { AccountMeta, Lifetime, TransactionMessage } from './Transaction.ts'

/**
 * Parses the message of a transaction, legacy or version 0, which its signers sign. It is as strict as the cluster (lengths in their
 * shortest form, no account twice, no byte left over). So the cluster cannot run another interpretation of the same bytes.
 *
 * Source: solana-message (`legacy::Message::sanitize`, `v0::Message::sanitize`).
 *
 * @throws LatchkeyError `malformed_request` for anything else, including other versions
 * @example readMessage(bytes).instructions[0]
 */
export function readMessage(bytes: Uint8Array): TransactionMessage {
  const reader = readBytes(bytes)
  const message = readLayout(reader)
  if (reader.left() > 0) throw malformed('Bytes are left behind the message')
  const { addresses, required, accounts } = message
  if (new Set(addresses).size !== addresses.length) throw malformed('An account is in the transaction twice')

  const instructions = message.instructions.map(({ program, indexes, data }): RawInstruction => {
    const programAddress = addresses[program]
    // The fee payer is no program, and a program is never in a lookup table.
    if (programAddress === undefined || program === 0) throw malformed('An instruction calls no program')
    return {
      programAddress,
      data,
      accounts: indexes.map((index) => {
        const account = accounts[index]
        if (!account) throw malformed('An instruction names an account that the transaction does not list')
        return account
      }),
    }
  })
  const [feePayer] = addresses
  if (feePayer === undefined) throw malformed('The transaction has no fee payer')
  return {
    version: message.version,
    feePayer,
    requiredSigners: addresses.slice(0, required),
    lifetime: readLifetime({ blockhash: message.blockhash, first: instructions[0] }),
    accounts,
    lookupTables: message.lookupTables,
    instructions: instructions.map(readInstruction),
  }
}

type Layout = {
  version: 'legacy' | 0
  required: number
  addresses: readonly string[]
  accounts: readonly AccountMeta[]
  blockhash: string
  instructions: readonly { program: number; indexes: readonly number[]; data: Uint8Array }[]
  lookupTables: TransactionMessage['lookupTables']
}

/** Reads the parts of a message in their order, with the header's rights of its accounts. */
export function readLayout(reader: ByteReader): Layout {
  const first = reader.u8()
  if (first > 0x80) throw malformed(`Transactions of version ${first & 0x7f} are not known here`)
  const version = first === 0x80 ? 0 : 'legacy'
  const required = version === 0 ? reader.u8() : first
  const [readonlySigned, readonlyUnsigned] = [reader.u8(), reader.u8()]
  const addresses = readMany(reader, reader.address)
  if (required === 0 || readonlySigned >= required || required + readonlyUnsigned > addresses.length)
    throw malformed('The header of the transaction does not match its accounts')
  const blockhash = reader.address()
  const instructions = readMany(reader, () => ({
    program: reader.u8(),
    indexes: readMany(reader, reader.u8),
    data: reader.take(reader.shortLength()),
  }))
  const lookupTables =
    version === 0
      ? readMany(reader, () => ({
          address: reader.address(),
          writable: readMany(reader, reader.u8),
          readonly: readMany(reader, reader.u8),
        }))
      : []
  if (lookupTables.some(({ writable, readonly }) => writable.length + readonly.length === 0))
    throw malformed('A lookup table is named for nothing')

  const looked = (part: 'writable' | 'readonly') =>
    lookupTables.flatMap((table) =>
      table[part].map(
        (index): AccountMeta => ({
          key: { table: table.address, index },
          signer: false,
          writable: part === 'writable',
        }),
      ),
    )
  const accounts = [
    ...addresses.map((key, index): AccountMeta => {
      const signer = index < required
      const end = signer ? required - readonlySigned : addresses.length - readonlyUnsigned
      return { key, signer, writable: index < end }
    }),
    ...looked('writable'),
    ...looked('readonly'),
  ]
  if (accounts.length > 256) throw malformed('A transaction has 256 accounts at most')
  return { version, required, addresses, accounts, blockhash, instructions, lookupTables }
}

function readMany<Item>(reader: ByteReader, read: () => Item): Item[] {
  return Array.from({ length: reader.shortLength() }, read)
}

/** A durable nonce: the first instruction advances the nonce account. Source: solana-message, `get_durable_nonce`. */
function readLifetime({ blockhash, first }: { blockhash: string; first: RawInstruction | undefined }): Lifetime {
  const [account, , authority] = first?.accounts ?? []
  const advances = first?.programAddress === programs.system && first.data.slice(0, 4).join() === '4,0,0,0'
  return advances && account?.writable && authority
    ? { type: 'nonce', nonce: blockhash, nonceAccount: account.key, nonceAuthority: authority.key }
    : { type: 'blockhash', blockhash }
}
