import { Address, OutScript } from '@scure/btc-signer'

/** Prefixes of addresses and keys on Bitcoin Core's regtest. Source: Bitcoin Core, `chainparams.cpp`. */
export const regtest = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }

const coder = Address(regtest)

/** Esplora's names of the kinds of scripts. */
const kinds: Readonly<Record<string, string>> = {
  pk: 'p2pk',
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
  ms: 'multisig',
}

/** The kind of a script, and its address where it has one. */
export function describeScript(script: Uint8Array): { type: string; address?: string } {
  if (script[0] === 0x6a) return { type: 'op_return' }
  try {
    const decoded = OutScript.decode(script)
    const type = kinds[decoded.type] ?? 'unknown'
    if (decoded.type === 'pk' || decoded.type === 'ms' || type === 'unknown') return { type }
    return { type, address: coder.encode(decoded) }
  } catch {
    return { type: 'unknown' }
  }
}

/** The script of an address, hex; undefined where the address is none of this network. */
export function scriptOf(address: string): string | undefined {
  try {
    return Buffer.from(OutScript.encode(coder.decode(address))).toString('hex')
  } catch {
    return undefined
  }
}
