import { encodeBase58 } from '@latchkey/protocol'

/** A message in the envelope that distinguishes it from transactions. `text`: null if it is none. */
export type OffchainMessage = { version: number; signers: readonly string[]; text: string | null }

const head = [0xff, ...new TextEncoder().encode('solana offchain')]

/**
 * Parses the envelope of an off-chain message; undefined for other bytes. A broken envelope has no text.
 *
 * Source: Solana's proposal `off-chain-message-signing`, versions 0 (application domain, format, signers, length) and 1 (signers,
 * text).
 */
export function readOffchainMessage(bytes: Uint8Array): OffchainMessage | undefined {
  if (head.some((byte, index) => bytes[index] !== byte)) return undefined
  const version = bytes[head.length] ?? 255
  const broken: OffchainMessage = { version, signers: [], text: null }
  // Version 0: the domain of 32 bytes and the format precede the signers; the length follows them.
  const countAt = head.length + 1 + (version === 0 ? 33 : 0)
  const count = bytes[countAt] ?? 0
  const end = countAt + 1 + 32 * count
  const start = end + (version === 0 ? 2 : 0)
  if (version > 1 || count === 0 || bytes.length <= start) return broken
  const signers = Array.from({ length: count }, (_, index) => {
    const at = countAt + 1 + 32 * index
    return encodeBase58(bytes.slice(at, at + 32))
  })
  const content = bytes.subarray(start)
  const length = (bytes[end] ?? 0) | ((bytes[end + 1] ?? 0) << 8)
  if (version === 0 && length !== content.length) return { ...broken, signers }
  return { version, signers, text: toText(content) }
}

/** Decodes bytes as UTF-8; null if they are none. */
export function toText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
