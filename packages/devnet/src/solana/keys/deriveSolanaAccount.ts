import { createHmac, createPrivateKey, createPublicKey, type KeyObject, pbkdf2Sync, sign } from 'node:crypto'
import { type Address, getAddressDecoder } from '@solana/kit'
import { publicMnemonic } from '../../world/accounts.ts'
import type { SolanaAccount } from '../Solana.ts'

/** A key that signs. */
export type SolanaSigner = { address: Address; sign: (message: Uint8Array) => Uint8Array }

/** PKCS#8 around an ed25519 seed. Source: RFC 8410. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const hardened = 0x8000_0000

/** The account of the public mnemonic at `m/44'/501'/n'/0'`. Source: BIP-39, SLIP-10, BIP-44. */
export function deriveSolanaAccount({ name, index }: { name: string; index: number }): SolanaAccount {
  let node = hmac(Buffer.from('ed25519 seed'), pbkdf2Sync(publicMnemonic, 'mnemonic', 2048, 64, 'sha512'))
  for (const step of [44, 501, index, 0]) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(step + hardened)
    node = hmac(node.subarray(32), Buffer.concat([Buffer.from([0]), node.subarray(0, 32), number]))
  }
  const seed = node.subarray(0, 32)
  return { name, address: toSolanaSigner(seed).address, privateKey: `0x${seed.toString('hex')}` }
}

/** Returns the signer of a seed of 32 bytes. */
export function toSolanaSigner(seed: Uint8Array): SolanaSigner {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  return {
    address: getAddressDecoder().decode(publicBytes(key)),
    sign: (message) => new Uint8Array(sign(null, message, key)),
  }
}

/** Returns the signer of a local account. */
export function signerOf({ privateKey }: Pick<SolanaAccount, 'privateKey'>): SolanaSigner {
  return toSolanaSigner(Buffer.from(privateKey.slice(2), 'hex'))
}

function publicBytes(key: KeyObject): Uint8Array {
  return new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))
}

function hmac(key: Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha512', key).update(data).digest()
}
