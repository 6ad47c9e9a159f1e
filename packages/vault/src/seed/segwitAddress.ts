const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/**
 * Returns a segregated witness address: bech32 for version 0 (BIP-173), bech32m for later ones (BIP-350).
 *
 * @param options.prefix `bc`, `tb` or `bcrt`
 * @param options.program the hash or key that the coins are locked to
 */
export function segwitAddressOf({
  prefix,
  version,
  program,
}: {
  prefix: string
  version: number
  program: Uint8Array
}): string {
  const data = [version, ...toGroupsOfFive(program)]
  const letters = Array.from(prefix, (letter) => letter.charCodeAt(0))
  const expanded = [...letters.map((letter) => letter >> 5), 0, ...letters.map((letter) => letter & 31)]
  const check = checksumOf([...expanded, ...data, 0, 0, 0, 0, 0, 0]) ^ (version === 0 ? 1 : 0x2bc830a3)
  const tail = [25, 20, 15, 10, 5, 0].map((shift) => (check >> shift) & 31)
  return `${prefix}1${[...data, ...tail].map((value) => alphabet.charAt(value)).join('')}`
}

function checksumOf(values: readonly number[]): number {
  let check = 1
  for (const value of values) {
    const top = check >> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    for (const [bit, term] of generator.entries()) if ((top >> bit) & 1) check ^= term
  }
  return check
}

function toGroupsOfFive(bytes: Uint8Array): number[] {
  const groups: number[] = []
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; ) {
      bits -= 5
      groups.push((pending >> bits) & 31)
    }
  }
  return bits > 0 ? [...groups, (pending << (5 - bits)) & 31] : groups
}
