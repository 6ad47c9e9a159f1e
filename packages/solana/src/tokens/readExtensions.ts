import { type ByteReader, malformed, readBytes } from '../bytes/readBytes.ts'
import type { MintExtensions, TokenAccountExtensions, TransferFee } from './Mint.ts'

/** Accounts with extensions have their kind in the byte after the first 165. */
const typeAt = 165
const nobody = '11111111111111111111111111111111'

/**
 * Splits the extensions of a Token-2022 account: two bytes of type, two of length, the value. Source: `spl-token-2022-interface`,
 * `extension/mod.rs`.
 *
 * @param options.kind expected kind of the account: 1 a mint, 2 a token account
 * @throws LatchkeyError `malformed_request`
 */
function splitExtensions({ data, kind }: { data: Uint8Array; kind: 1 | 2 }): Map<number, ByteReader> {
  const found = new Map<number, ByteReader>()
  if (data.length <= typeAt) return found
  if (data[typeAt] !== kind) throw malformed('The account is of another kind')
  const reader = readBytes(data.subarray(typeAt + 1))
  while (reader.left() >= 4) {
    const type = reader.u16()
    const length = reader.u16()
    // The rest is unused space.
    if (type === 0) break
    found.set(type, readBytes(reader.take(length)))
  }
  return found
}

/** Parses the extensions of a mint. @throws LatchkeyError `malformed_request` */
export function readMintExtensions(data: Uint8Array): MintExtensions {
  const extensions: MintExtensions & { others: number[] } = { others: [] }
  for (const [type, value] of splitExtensions({ data, kind: 1 }))
    switch (type) {
      case 1: {
        const [authority, withdrawAuthority] = [readMaybe(value), readMaybe(value)]
        // Withheld fees that were moved to the mint.
        value.u64()
        extensions.transferFee = { authority, withdrawAuthority, older: readFee(value), newer: readFee(value) }
        break
      }
      case 3:
        extensions.closeAuthority = readMaybe(value)
        break
      case 4:
        extensions.confidentialTransfers = true
        break
      case 6:
        extensions.defaultState = (['unknown', 'initialized', 'frozen'] as const)[value.u8()] ?? 'unknown'
        break
      case 9:
        extensions.nonTransferable = true
        break
      case 10: {
        const authority = readMaybe(value)
        // Start, average until the last change, and time of the last change.
        value.take(8 + 2 + 8)
        extensions.interest = { authority, basisPoints: (value.u16() << 16) >> 16 }
        break
      }
      case 12:
        extensions.permanentDelegate = readMaybe(value)
        break
      case 14:
        extensions.transferHook = { authority: readMaybe(value), program: readMaybe(value) }
        break
      case 18:
        extensions.metadataPointer = { authority: readMaybe(value), address: readMaybe(value) }
        break
      case 19: {
        const [updateAuthority, mint] = [readMaybe(value), value.address()]
        const [name, symbol, uri] = [readText(value), readText(value), readText(value)]
        extensions.metadata = { updateAuthority, mint, name, symbol, uri }
        break
      }
      case 25: {
        const [authority, multiplier, from] = [readMaybe(value), readFloat(value), value.u64()]
        extensions.scaledAmount = { authority, multiplier, next: { multiplier: readFloat(value), from } }
        break
      }
      case 26:
        extensions.pausable = { authority: readMaybe(value), paused: value.u8() !== 0 }
        break
      default:
        extensions.others.push(type)
    }
  return extensions
}

/** Parses the extensions of a token account. @throws LatchkeyError `malformed_request` */
export function readAccountExtensions(data: Uint8Array): TokenAccountExtensions {
  const extensions: TokenAccountExtensions & { others: number[] } = { others: [] }
  for (const [type, value] of splitExtensions({ data, kind: 2 }))
    switch (type) {
      case 2:
        extensions.withheldFee = value.u64()
        break
      case 7:
        extensions.immutableOwner = true
        break
      case 8:
        extensions.requiresMemo = value.u8() !== 0
        break
      case 11:
        extensions.cpiGuard = value.u8() !== 0
        break
      default:
        extensions.others.push(type)
    }
  return extensions
}

/** An address, or 32 zeros for none. */
function readMaybe(value: ByteReader): string | undefined {
  const address = value.address()
  return address === nobody ? undefined : address
}

function readFee(value: ByteReader): TransferFee {
  return { epoch: value.u64(), maximum: value.u64(), basisPoints: value.u16() }
}

function readFloat(value: ByteReader): number {
  const bytes = value.take(8)
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true)
}

/** Invalid UTF-8 is replaced: a name is only displayed, and decides nothing. */
function readText(value: ByteReader): string {
  return new TextDecoder().decode(value.take(value.u32()))
}
