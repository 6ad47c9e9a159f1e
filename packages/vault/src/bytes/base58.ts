import { bytesToHex } from '@noble/hashes/utils'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Bytes in base 58 with Bitcoin's alphabet, as Solana writes addresses: leading zero bytes are ones. */
export function toBase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${bytesToHex(bytes)}`)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet.charAt(Number(rest % 58n)) + text
  const first = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(first < 0 ? bytes.length : first) + text
}
