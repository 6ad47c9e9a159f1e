import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1'
import type { RecoverableSignature, Secp256k1Curve } from '../Secp256k1Curve.ts'

/** Input of a library, and its kind. */
export type SignatureCase = { kind: string } & { hash: Uint8Array } & RecoverableSignature

const order = secp256k1.CURVE.n
const field = secp256k1.CURVE.Fp.ORDER
const toBytes = (value: bigint) => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
const toNumber = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

/**
 * Creates signatures for key recovery: valid, broken, and at each limit. The same seed gives the same signatures.
 *
 * @param options.curve signs the valid ones
 */
export function createSignatureCases({ seed, curve }: { seed: string; curve: Secp256k1Curve }): () => SignatureCase {
  let count = 0
  const bytes = () => createHash('sha256').update(`${seed} ${count++}`).digest()
  const below = (limit: number) => bytes().readUInt32BE() % limit
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const scalar = () => (toNumber(bytes()) % (order - 1n)) + 1n
  const write = (r: bigint, s: bigint) => Buffer.concat([toBytes(r), toBytes(s)])

  const good = () => {
    const hash = bytes()
    return { hash, ...curve.sign({ hash, privateKey: toBytes(scalar()) }) }
  }
  /** A number at a limit, or near it. */
  const border = () => {
    const edge = pick([0n, order, field, field - order, order / 2n, 2n ** 256n - 1n, 2n ** 255n, 2n ** 128n])
    const value = edge + pick([-2n, -1n, 0n, 1n, 2n])
    return value < 0n || value >= 2n ** 256n ? edge : value
  }
  const recovery = () => below(4)

  const kinds: Record<string, () => Omit<SignatureCase, 'kind'>> = {
    good,
    'high s': () => {
      const one = good()
      const s = order - toNumber(one.signature.subarray(32))
      return {
        ...one,
        signature: Buffer.concat([one.signature.subarray(0, 32), toBytes(s)]),
        recovery: one.recovery ^ 1,
      }
    },
    'another recovery id': () => ({ ...good(), recovery: pick([0, 1, 2, 3, -1, 4, 27, 28, 1.5, Number.NaN, 256]) }),
    'a flipped bit of the signature': () => {
      const one = good()
      const signature = Buffer.from(one.signature)
      const bit = below(512)
      signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return { ...one, signature }
    },
    'a flipped bit of the hash': () => {
      const one = good()
      const hash = Buffer.from(one.hash)
      const bit = below(256)
      hash[bit >> 3] = (hash[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return { ...one, hash }
    },
    random: () => ({ hash: bytes(), signature: Buffer.concat([bytes(), bytes()]), recovery: recovery() }),
    'r at a border': () => ({ hash: bytes(), signature: write(border(), scalar()), recovery: recovery() }),
    's at a border': () => {
      const { hash, signature } = good()
      return { hash, signature: write(toNumber(signature.subarray(0, 32)), border()), recovery: recovery() }
    },
    'both at borders': () => ({ hash: toBytes(border()), signature: write(border(), border()), recovery: recovery() }),
    // Some of these are the x of a point, plus the order.
    'a small r that stands for more than the order': () => ({
      ...{ hash: bytes(), recovery: 2 + below(2) },
      signature: write(toNumber(bytes()) % (field - order), scalar()),
    }),
    'a large r that cannot': () => ({
      ...{ hash: bytes(), recovery: 2 + below(2) },
      signature: write(field - order + (toNumber(bytes()) % (order - (field - order))), scalar()),
    }),
    'a hash at a border': () => {
      const hash = toBytes(border())
      return { hash, ...curve.sign({ hash, privateKey: toBytes(scalar()) }) }
    },
    // s times R equals the hash times the base point, so the difference is no point. The other recovery id has a key.
    'a key that is the point at infinity': () => {
      const [k, s] = [scalar(), scalar()]
      const point = secp256k1.ProjectivePoint.BASE.multiply(k).toAffine()
      const parity = Number(point.y & 1n)
      return {
        hash: toBytes((s * k) % order),
        signature: write(point.x % order, s),
        recovery: pick([parity, parity, parity ^ 1]),
      }
    },
    'a wrong length': () => {
      const one = good()
      const resize = (value: Uint8Array, length: number) => Buffer.concat([value, Buffer.alloc(2)]).subarray(0, length)
      return pick([
        { ...one, signature: resize(one.signature, pick([0, 1, 32, 63, 65, 66])) },
        { ...one, hash: resize(one.hash, pick([0, 1, 31, 33, 34])) },
      ])
    },
  }
  const names = Object.keys(kinds)
  return () => {
    const kind = names[below(names.length)] ?? 'good'
    return { kind, ...(kinds[kind] ?? good)() }
  }
}
