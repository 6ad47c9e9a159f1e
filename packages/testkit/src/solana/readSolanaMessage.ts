import { base58 } from '@scure/base'

/** An instruction of a transaction. Accounts from a lookup table have the form `table:index`. */
export type SolanaInstruction = { program: string; accounts: readonly string[]; data: Uint8Array }

/** The decoded content of a transaction. */
export type SolanaMessage = {
  version: 'legacy' | 0
  /** The signers, starting with the payer of the fee. */
  signers: readonly string[]
  instructions: readonly SolanaInstruction[]
}

/** Reads a serialized transaction, signed or not. Source: Solana's wire format. @throws Error if the bytes are not a transaction */
export function readSolanaMessage(transaction: Uint8Array): SolanaMessage {
  let offset = 0
  const take = (length: number) => {
    if (offset + length > transaction.length) throw new Error('The transaction ends too early')
    offset += length
    return transaction.slice(offset - length, offset)
  }
  const byte = () => take(1)[0] ?? 0
  const size = () => {
    let value = 0
    for (let at = 0; at < 3; at++) {
      const part = byte()
      value |= (part & 0x7f) << (7 * at)
      if (!(part & 0x80)) return value
    }
    throw new Error('A length takes 3 bytes at most')
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: size() }, read)

  list(() => take(64))
  const first = byte()
  const version = first & 0x80 ? 0 : 'legacy'
  if (version === 0 && first !== 0x80) throw new Error('A version that this wallet does not read')
  const signers = version === 0 ? byte() : first
  take(2)
  const keys = list(() => base58.encode(take(32)))
  take(32)
  const raw = list(() => ({ program: byte(), accounts: list(byte), data: take(size()) }))
  const tables = version === 0 ? list(() => ({ key: base58.encode(take(32)), places: [list(byte), list(byte)] })) : []
  // Accounts from lookup tables: first all writable ones, then the others.
  const looked = [0, 1].flatMap((half) =>
    tables.flatMap(({ key, places }) => (places[half] ?? []).map((place) => `${key}:${place}`)),
  )
  const all = [...keys, ...looked]
  const nameOf = (index: number) => {
    const name = all[index]
    if (name === undefined) throw new Error('An instruction names an account that the transaction does not list')
    return name
  }
  return {
    version,
    signers: keys.slice(0, signers),
    instructions: raw.map(({ program, accounts, data }) => ({
      program: nameOf(program),
      accounts: accounts.map(nameOf),
      data,
    })),
  }
}
