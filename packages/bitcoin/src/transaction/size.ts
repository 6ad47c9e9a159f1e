import type { KeyAddressType } from '../keys/keyScripts.ts'

/**
 * Weight units of an input, and whether it has a witness. ECDSA signatures count 72 bytes, the maximum with a low S; a signer who
 * grinds for a low R needs one byte less. Source: BIP-141, BIP-341.
 */
export const inputWeights: Readonly<Record<KeyAddressType, { weight: number; hasWitness: boolean }>> = {
  // 41 bytes of outpoint, empty script and sequence, plus the signing data.
  p2pkh: { weight: (41 + 107) * 4, hasWitness: false },
  'p2sh-p2wpkh': { weight: (41 + 23) * 4 + 108, hasWitness: true },
  p2wpkh: { weight: 41 * 4 + 108, hasWitness: true },
  p2tr: { weight: 41 * 4 + 66, hasWitness: true },
}

/** Returns the bytes of a number in Bitcoin's variable length. */
function compactLength(value: number): number {
  return value < 0xfd ? 1 : value <= 0xffff ? 3 : 5
}

/** Returns the size of an output in bytes. */
export function outputSize(script: Uint8Array): number {
  return 8 + compactLength(script.length) + script.length
}

/**
 * Returns the virtual size of a signed transaction in vB.
 * @param inputs address type of each input
 * @param outputs the output scripts
 */
export function estimateVsize({
  inputs,
  outputs,
}: {
  inputs: readonly KeyAddressType[]
  outputs: readonly Uint8Array[]
}): number {
  let weight = 4 * (8 + compactLength(inputs.length) + compactLength(outputs.length))
  let witnesses = false
  for (const type of inputs) {
    weight += inputWeights[type].weight
    witnesses ||= inputWeights[type].hasWitness
  }
  for (const script of outputs) weight += 4 * outputSize(script)
  // Marker and flag, and an empty witness for each input without one.
  if (witnesses) weight += 2 + inputs.filter((type) => !inputWeights[type].hasWitness).length
  return Math.ceil(weight / 4)
}

/**
 * Returns the smallest amount in satoshi that nodes relay to a script: less would cost more to spend than it is worth, at 3 sat/vB.
 * Source: `GetDustThreshold` of Bitcoin Core (`policy.cpp`).
 */
export function dustLimit(script: Uint8Array): bigint {
  const [first = 0, second = 0] = script
  if (first === 0x6a) return 0n
  const isWitness = (first === 0 || (first >= 0x51 && first <= 0x60)) && second + 2 === script.length
  return BigInt(3 * (outputSize(script) + (isWitness ? 67 : 148)))
}
