import { ServiceError } from '@latchkey/protocol/errors'
import { toMnemonic, wordListOf } from '@latchkey/vault'
import { toHex } from './hex.ts'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

type ExportCalls = Pick<KeyWorkerCalls, 'exportMnemonic' | 'exportPrivateKey' | 'exportKeystore'>

/** The only calls that release a key, for the window in which the visitor reads it. */
export function createExportCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): ExportCalls {
  return {
    exportMnemonic: async ({ words }) => ({
      mnemonic: toMnemonic({ entropy: ring.current().contents.entropy, words: wordListOf(words) }),
    }),
    exportPrivateKey: async ({ namespace }) => {
      const { evmKey } = ring.current()
      if (namespace === 'eip155') return { privateKey: toHex(evmKey()) }
      // Read at the time of sending: a wallet that was locked in the meantime has none.
      const privateKey = await rare((calls) => calls.exportKey({ namespace, seed: ring.current().contents.seed }))
      return { privateKey }
    },
    exportKeystore: async ({ password }) => {
      if (password.length === 0) throw new ServiceError('password_weak')
      const { address } = ring.current()
      const keystore = await rare((calls) => calls.createKeystore({ privateKey: ring.current().evmKey(), password }))
      const time = new Date().toISOString().replaceAll(':', '-')
      return { fileName: `UTC--${time}--${address.slice(2).toLowerCase()}.json`, json: JSON.stringify(keystore) }
    },
  }
}
