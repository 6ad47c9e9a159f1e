import { encodeBase58, LatchkeyError } from '@latchkey/protocol'

/** Reads bytes from the front in the layout of Solana's programs, little-endian. Each call throws if there are too few. */
export type ByteReader = {
  /** Number of remaining bytes. */
  left: () => number
  take: (length: number) => Uint8Array
  u8: () => number
  u16: () => number
  u32: () => number
  u64: () => bigint
  /** 32 bytes in base58. */
  address: () => string
  /** A length of one to three bytes with seven bits each, in its shortest form only (`ShortU16`). */
  shortLength: () => number
}

/** Creates the error for malformed bytes. */
export function malformed(details: string): LatchkeyError {
  return new LatchkeyError('malformed_request', { details })
}

/** Creates a reader. Every read throws LatchkeyError `malformed_request` if there are too few bytes. */
export function readBytes(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const move = (length: number) => {
    if (at + length > bytes.length) throw malformed('The bytes end too early')
    at += length
    return at - length
  }
  const take = (length: number) => {
    const start = move(length)
    return bytes.subarray(start, start + length)
  }
  const u8 = () => view.getUint8(move(1))
  return {
    left: () => bytes.length - at,
    take,
    u8,
    u16: () => view.getUint16(move(2), true),
    u32: () => view.getUint32(move(4), true),
    u64: () => view.getBigUint64(move(8), true),
    address: () => encodeBase58(take(32)),
    shortLength: () => {
      let length = 0
      for (let place = 0; place < 3; place++) {
        const byte = u8()
        length |= (byte & 0x7f) << (7 * place)
        if (byte & 0x80) continue
        if ((byte === 0 && place > 0) || length > 0xffff) break
        return length
      }
      throw malformed('A length is not in its shortest form')
    },
  }
}
