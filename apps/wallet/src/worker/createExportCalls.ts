import { LatchkeyError } from '@latchkey/protocol'
import {
  type Bytes,
  concatBytes,
  createKeystore,
  deriveBitcoinKeys,
  deriveSolanaKey,
  toBase58,
  toMnemonic,
  wordListOf,
} from '@latchkey/vault'
import { toHex } from './hex.ts'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'

type ExportCalls = Pick<KeyWorkerCalls, 'exportMnemonic' | 'exportPrivateKey' | 'exportKeystore'>

/** The only calls that let a key out, for the window in which a person reads it. */
export function createExportCalls({ ring }: { ring: KeyRing }): ExportCalls {
  return {
    exportMnemonic: async ({ words }) => ({
      mnemonic: toMnemonic({ entropy: ring.current().contents.entropy, words: wordListOf(words) }),
    }),
    exportPrivateKey: async ({ namespace }) => {
      const { evmKey, contents } = ring.current()
      if (namespace === 'eip155') return { privateKey: toHex(evmKey()) }
      if (namespace === 'solana') {
        // The 64 bytes that Solana wallets read: the key, then its public key.
        const { privateKey, publicKey } = deriveSolanaKey({ seed: contents.seed })
        return { privateKey: toBase58(concatBytes(privateKey, publicKey)) }
      }
      return { privateKey: await toWif(deriveBitcoinKeys({ seed: contents.seed }).segwit.privateKey) }
    },
    exportKeystore: async ({ password }) => {
      if (password.length === 0) throw new LatchkeyError('password_weak')
      const { evmKey, address } = ring.current()
      const keystore = await createKeystore({ privateKey: evmKey(), password })
      const time = new Date().toISOString().replaceAll(':', '-')
      return { fileName: `UTC--${time}--${address.slice(2).toLowerCase()}.json`, json: JSON.stringify(keystore) }
    },
  }
}

/** Wallet import format of a compressed main-network key: Base58Check over 0x80, key, 0x01. */
async function toWif(privateKey: Bytes): Promise<string> {
  const payload = concatBytes(Uint8Array.of(0x80), privateKey, Uint8Array.of(0x01))
  const once = await crypto.subtle.digest('SHA-256', payload)
  const twice = new Uint8Array(await crypto.subtle.digest('SHA-256', once))
  return toBase58(concatBytes(payload, twice.subarray(0, 4)))
}
