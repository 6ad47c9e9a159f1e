import { createHash } from 'node:crypto'
import { decodeBase58, encodeBase58 } from '@latchkey/protocol'
import { isOnCurve } from '@latchkey/solana'
import type { NodeAccount } from '../node/SolanaNode.ts'

/** Program with the names of most SPL Token mints. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'

/** `MetadataV1`, the only account type with names. */
const metadataKey = 4
/** Above the longest name, symbol and URI of the program. */
const longest = 256

/**
 * Returns the address of the account with a mint's name. Source: Metaplex Token Metadata, seeds `metadata`, the program and
 * the mint; Solana's `find_program_address`.
 */
export function metadataAddress(mint: string): string {
  const [program, key] = [metadataProgram, mint].map((address) => Buffer.from(decodeBase58(address) ?? []))
  const seeds = Buffer.concat([Buffer.from('metadata'), program ?? [], key ?? []] as Uint8Array[])
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = createHash('sha256')
      .update(seeds)
      .update(Buffer.from([bump]))
      .update(program ?? '')
      .update('ProgramDerivedAddress')
      .digest()
    const address = encodeBase58(new Uint8Array(hash))
    if (!isOnCurve(address)) return address
  }
  throw new Error('No program address')
}

/**
 * Reads a mint's name from its metadata account; undefined for any other account, and for one of another mint. Source:
 * `Metadata` of Metaplex Token Metadata (borsh).
 */
export function readMetadata({
  mint,
  account: { owner, data },
}: {
  mint: string
  account: NodeAccount
}): { name: string; symbol: string } | undefined {
  if (owner !== metadataProgram || data[0] !== metadataKey || data.length < 65) return undefined
  if (encodeBase58(data.subarray(33, 65)) !== mint) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let offset = 65
  const readText = (): string | undefined => {
    if (offset + 4 > data.length) return undefined
    const length = view.getUint32(offset, true)
    if (length > longest || offset + 4 + length > data.length) return undefined
    const bytes = data.subarray(offset + 4, offset + 4 + length)
    offset += 4 + length
    // The text is padded with zeros.
    return new TextDecoder().decode(bytes).replace(/\0+$/, '')
  }
  const [name, symbol] = [readText(), readText()]
  return name === undefined || symbol === undefined ? undefined : { name, symbol }
}
