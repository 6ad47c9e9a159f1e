import { AccountRole, type Address, getAddressEncoder, type Instruction } from '@solana/kit'
import { token2022Program } from '../ledger/tokenPrograms.ts'

/** Bytes of a mint with a fee and a pointer to its metadata: the base filled up, its kind, and two extensions with their headers. */
export const feeMintSize = 166 + (4 + 108) + (4 + 64)

/** Bytes that its metadata adds. */
export function metadataSize({ name, symbol }: { name: string; symbol: string }): number {
  return 4 + 64 + 4 + Buffer.byteLength(name) + 4 + Buffer.byteLength(symbol) + 4 + 4
}

/** Makes a mint take a share of every transfer. Source: `TransferFeeInstruction::InitializeTransferFeeConfig` of spl-token-2022. */
export function initializeTransferFee({
  mint,
  authority,
  basisPoints,
  most,
}: {
  mint: Address
  authority: Address
  basisPoints: number
  /** The most that one transfer costs. */
  most: bigint
}): Instruction {
  const data = Buffer.alloc(2 + 33 + 33 + 2 + 8)
  data.writeUInt8(26, 0)
  for (const at of [2, 35]) {
    data.writeUInt8(1, at)
    data.set(getAddressEncoder().encode(authority), at + 1)
  }
  data.writeUInt16LE(basisPoints, 68)
  data.writeBigUInt64LE(most, 70)
  return instruction({ data, accounts: [[mint, AccountRole.WRITABLE]] })
}

/** Says that a mint's metadata is in the mint itself. Source: `MetadataPointerInstruction::Initialize` of spl-token-2022. */
export function initializeMetadataPointer({ mint, authority }: { mint: Address; authority: Address }): Instruction {
  const key = getAddressEncoder()
  const data = Buffer.concat([
    Buffer.from([39, 0]),
    key.encode(authority) as Uint8Array,
    key.encode(mint) as Uint8Array,
  ])
  return instruction({ data, accounts: [[mint, AccountRole.WRITABLE]] })
}

/** Writes name and symbol into a mint. Source: `spl_token_metadata_interface:initialize_account`. */
export function initializeTokenMetadata({
  mint,
  authority,
  name,
  symbol,
}: {
  mint: Address
  authority: Address
  name: string
  symbol: string
}): Instruction {
  const text = (value: string) => {
    const bytes = Buffer.from(value)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const discriminator = Buffer.from([210, 225, 30, 162, 88, 184, 77, 141])
  return instruction({
    data: Buffer.concat([discriminator, text(name), text(symbol), text('')]),
    accounts: [
      [mint, AccountRole.WRITABLE],
      [authority, AccountRole.READONLY],
      [mint, AccountRole.READONLY],
      [authority, AccountRole.READONLY_SIGNER],
    ],
  })
}

function instruction({
  data,
  accounts,
}: {
  data: Buffer
  accounts: readonly (readonly [Address, AccountRole])[]
}): Instruction {
  return {
    programAddress: token2022Program,
    accounts: accounts.map(([address, role]) => ({ address, role })),
    data: new Uint8Array(data),
  }
}
