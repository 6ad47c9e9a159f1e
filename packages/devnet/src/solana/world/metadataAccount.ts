import {
  type Address,
  address,
  type EncodedAccount,
  getAddressEncoder,
  getProgramDerivedAddress,
  lamports,
} from '@solana/kit'

const metadataProgram = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
/** Bytes of each text at Metaplex, padded with zeros. */
const textSizes = { name: 32, symbol: 10, uri: 200 }
const accountSize = 607

/**
 * Returns the account with an SPL mint's name and symbol, as the Metaplex program would write it. litesvm lacks that program,
 * and the account therefore never changes. Source: `Metadata` of Metaplex Token Metadata (borsh).
 */
export async function metadataAccount({
  mint,
  authority,
  name,
  symbol,
}: {
  mint: Address
  authority: Address
  name: string
  symbol: string
}): Promise<EncodedAccount> {
  const key = getAddressEncoder()
  const [at] = await getProgramDerivedAddress({
    programAddress: metadataProgram,
    seeds: ['metadata', key.encode(metadataProgram), key.encode(mint)],
  })
  const text = (value: string, size: number) => {
    const field = Buffer.alloc(4 + size)
    field.writeUInt32LE(size)
    field.set(Buffer.from(value).subarray(0, size), 4)
    return field
  }
  const written = Buffer.concat([
    // `MetadataV1`
    Buffer.from([4]),
    key.encode(authority) as Uint8Array,
    key.encode(mint) as Uint8Array,
    text(name, textSizes.name),
    text(symbol, textSizes.symbol),
    text('', textSizes.uri),
  ])
  const data = new Uint8Array(accountSize)
  data.set(written)
  // No royalties, no creators, no sale yet, mutable.
  data.set([0, 0, 0, 0, 1], written.length)
  return {
    address: at,
    data,
    executable: false,
    // Rent exemption for this size: 6,960 lamports for each byte and for 128 further bytes. Source: `Rent`.
    lamports: lamports(BigInt((accountSize + 128) * 6_960)),
    programAddress: metadataProgram,
    space: BigInt(accountSize),
  }
}
