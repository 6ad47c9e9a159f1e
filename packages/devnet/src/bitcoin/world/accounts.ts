import { pbkdf2Sync } from 'node:crypto'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { HDKey } from 'viem/accounts'
import { publicMnemonic } from '../../world/accounts.ts'
import { regtest } from '../node/regtestScript.ts'

/** A key of a local Bitcoin account and its address. Bytes in hex without `0x`. */
export type DevnetBitcoinKey = {
  address: string
  /** 33 bytes; of a Taproot key the 32 bytes of its x coordinate, before the tweak. */
  publicKey: string
  /** 32 bytes; of a Taproot key before the tweak. */
  privateKey: string
  /** BIP-32. */
  path: string
}

/** A person with Bitcoin on the local chain. The keys are public: only ever use them there. */
export type DevnetBitcoinAccount = {
  name: string
  /** P2WPKH (BIP-84). */
  payment: DevnetBitcoinKey
  /** P2TR, spent by its key (BIP-86). */
  ordinal: DevnetBitcoinKey
}

/** The faucet, and the same four people as on the EVM chains, from {@link publicMnemonic}; coin type 1. */
export function bitcoinAccounts(): { faucet: DevnetBitcoinAccount; people: readonly DevnetBitcoinAccount[] } {
  const root = HDKey.fromMasterSeed(new Uint8Array(pbkdf2Sync(publicMnemonic, 'mnemonic', 2048, 64, 'sha512')))
  const [faucet, ...people] = ['Faucet', 'Ada', 'Ben', 'Cleo', 'Dan'].map((name, index) => ({
    name,
    payment: paymentKey({ root, path: `m/84'/1'/${index}'/0/0` }),
    ordinal: ordinalKey({ root, path: `m/86'/1'/${index}'/0/0` }),
  }))
  if (!faucet) throw new Error('a faucet is expected')
  return { faucet, people }
}

function paymentKey({ root, path }: { root: HDKey; path: string }): DevnetBitcoinKey {
  const { publicKey, privateKey } = derive({ root, path })
  return { address: p2wpkh(publicKey, regtest).address ?? '', ...toHex({ publicKey, privateKey }), path }
}

function ordinalKey({ root, path }: { root: HDKey; path: string }): DevnetBitcoinKey {
  const keys = derive({ root, path })
  const publicKey = keys.publicKey.slice(1)
  const { address = '' } = p2tr(publicKey, undefined, regtest)
  return { address, ...toHex({ publicKey, privateKey: keys.privateKey }), path }
}

function derive({ root, path }: { root: HDKey; path: string }) {
  const { publicKey, privateKey } = root.derive(path)
  if (!publicKey || !privateKey) throw new Error(`no key at ${path}`)
  return { publicKey: Uint8Array.from(publicKey), privateKey: Uint8Array.from(privateKey) }
}

function toHex(keys: { publicKey: Uint8Array; privateKey: Uint8Array }) {
  return {
    publicKey: Buffer.from(keys.publicKey).toString('hex'),
    privateKey: Buffer.from(keys.privateKey).toString('hex'),
  }
}
