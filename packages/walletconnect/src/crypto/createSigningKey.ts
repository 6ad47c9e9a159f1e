import { concatBytes, hexToBytes } from '@noble/hashes/utils'
import { sha512 } from './sha512.ts'

const prime = 2n ** 255n - 19n
const order = 2n ** 252n + 27742317777372353535851937790883648493n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/** x, y and z are the affine ones times z; t = x·y/z. */
type Point = readonly [x: bigint, y: bigint, z: bigint, t: bigint]

const baseX = 15112221349535400772501151409588531511454012693041857206046113283949847762202n
const baseY = 46316835694926478169428394003475163141307993866256225615783033603165251855960n

/** An Ed25519 key. */
export type SigningKey = { publicKey: () => Uint8Array; sign: (message: Uint8Array) => Uint8Array }

/**
 * The Ed25519 key of a seed, as RFC 8032 writes it down (section 5.1), for the client's token alone: one signature for each hour and
 * relay. A library's implementation, made for many signatures and for checking them, costs every page seven kilobytes more;
 * tests compare this one with it. Nothing that is secret between an app and a wallet goes through here. Computes nothing before
 * it is asked.
 * @param seed 64 hexadecimal digits
 */
export function createSigningKey(seed: string): SigningKey {
  let known: { scalar: bigint; prefix: Uint8Array; publicKey: Uint8Array } | undefined
  const get = () => {
    known ??= expand(hexToBytes(seed))
    return known
  }
  return {
    publicKey: () => get().publicKey,
    sign: (message) => {
      const { scalar, prefix, publicKey } = get()
      const nonce = toNumber(sha512(concatBytes(prefix, message))) % order
      const commitment = encode(multiply(nonce))
      const challenge = toNumber(sha512(concatBytes(commitment, publicKey, message)))
      return concatBytes(commitment, toBytes((nonce + challenge * scalar) % order))
    },
  }
}

function expand(seed: Uint8Array) {
  const hash = sha512(seed)
  // The lowest three bits and the highest are cleared, the one below it is set.
  const scalar = (toNumber(hash.subarray(0, 32)) & (2n ** 254n - 8n)) | (2n ** 254n)
  return { scalar, prefix: hash.subarray(32), publicKey: encode(multiply(scalar)) }
}

/** A multiple of the base point; the same work whatever the bits are. */
function multiply(scalar: bigint): Point {
  let result: Point = [0n, 1n, 1n, 0n]
  let other: Point = [baseX, baseY, 1n, modulo(baseX * baseY)]
  for (let bit = 254n; bit >= 0n; bit--) {
    const sum = add(result, other)
    const isSet = (scalar >> bit) & 1n
    ;[result, other] = isSet ? [sum, add(other, other)] : [add(result, result), sum]
  }
  return result
}

function add([x1, y1, z1, t1]: Point, [x2, y2, z2, t2]: Point): Point {
  const a = (y1 - x1) * (y2 - x2)
  const b = (y1 + x1) * (y2 + x2)
  const c = modulo(2n * t1 * t2) * d
  const e = 2n * z1 * z2
  const [f, g, h, k] = [b - a, e - c, e + c, b + a].map(modulo) as [bigint, bigint, bigint, bigint]
  return [modulo(f * g), modulo(h * k), modulo(g * h), modulo(f * k)]
}

function encode([x, y, z]: Point): Uint8Array {
  const inverse = power(z, prime - 2n)
  return toBytes(modulo(y * inverse) | ((modulo(x * inverse) & 1n) << 255n))
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let bit = 254n; bit >= 0n; bit--) {
    result = modulo(result * result)
    if ((exponent >> bit) & 1n) result = modulo(result * base)
  }
  return result
}

function modulo(value: bigint): bigint {
  const rest = value % prime
  return rest < 0n ? rest + prime : rest
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n)
}

function toBytes(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(index * 8)) & 255n))
}
