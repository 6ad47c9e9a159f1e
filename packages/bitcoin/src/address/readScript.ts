import type { AddressType } from './BitcoinAddress.ts'

/** Returns type and program (hash or key) of an output script; undefined for scripts without an address here. */
export function readScript(script: Uint8Array): { type: AddressType; program: Uint8Array } | undefined {
  for (const { type, prefix, suffix, length } of templates) {
    if (script.length !== prefix.length + length + suffix.length) continue
    const end = script.length - suffix.length
    if (!prefix.every((byte, index) => script[index] === byte)) continue
    if (!suffix.every((byte, index) => script[end + index] === byte)) continue
    return { type, program: script.slice(prefix.length, end) }
  }
  return undefined
}

/** Returns the output script of a hash or key. */
export function writeScript({ type, program }: { type: AddressType; program: Uint8Array }): Uint8Array {
  const template = templates.find((one) => one.type === type) as (typeof templates)[number]
  return Uint8Array.from([...template.prefix, ...program, ...template.suffix])
}

// BIP-16, BIP-141, BIP-341; op codes: 0x76 DUP, 0xa9 HASH160, 0x88 EQUALVERIFY, 0xac CHECKSIG, 0x87 EQUAL, 0x51 1.
const templates: readonly {
  type: AddressType
  prefix: readonly number[]
  suffix: readonly number[]
  length: number
}[] = [
  { type: 'p2pkh', prefix: [0x76, 0xa9, 0x14], suffix: [0x88, 0xac], length: 20 },
  { type: 'p2sh', prefix: [0xa9, 0x14], suffix: [0x87], length: 20 },
  { type: 'p2wpkh', prefix: [0x00, 0x14], suffix: [], length: 20 },
  { type: 'p2wsh', prefix: [0x00, 0x20], suffix: [], length: 32 },
  { type: 'p2tr', prefix: [0x51, 0x20], suffix: [], length: 32 },
]
