import { controlKeyClaim, controlMessage, returnMessage, type VaultReturn } from '@latchkey/protocol/wallet'
import { signClaim } from './createSigningCalls.ts'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

type ControlCalls = Pick<KeyWorkerCalls, 'proveControl' | 'claimControl' | 'proveReturn' | 'checkReturn'>

/**
 * Signs with the wallet's control key. What it signs is written here, of the wallet that is open: no caller brings bytes of their own.
 */
export function createControlCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): ControlCalls {
  return {
    proveControl: async ({ action, userId, deviceId, body }) => {
      const message = await controlMessage({ action, walletId: ring.current().walletId, userId, deviceId, body })
      // The seed is read when it is used: it is gone when the wallet was locked meanwhile.
      const proof = await rare((calls) => calls.signControl({ seed: ring.current().contents.seed, message }))
      return { proof }
    },
    claimControl: async ({ userId, deviceId }) => {
      const { walletId, address } = ring.current()
      const controlKey = await rare((calls) => calls.controlKey({ seed: ring.current().contents.seed }))
      const claim = controlKeyClaim({ walletId, userId, deviceId, address, controlKey })
      return { controlKey, addressProof: signClaim({ privateKey: ring.current().evmKey(), claim }) }
    },
    proveReturn: (options) => proveReturn({ ring, rare, ...options }),
    checkReturn: async ({ walletId, controlKey, returned: { version, until, proof } }) => {
      const message = returnMessage({ walletId, version, until })
      return { isValid: await rare((calls) => calls.verifyControl({ controlKey, message, proof })) }
    },
  }
}

/** The control key's word that a vault of the open wallet may come back until then (unix seconds). */
export async function proveReturn({
  ring,
  rare,
  version,
  until,
}: {
  ring: KeyRing
  rare: RunRare
  version: number
  until: number
}): Promise<VaultReturn> {
  const message = returnMessage({ walletId: ring.current().walletId, version, until })
  const proof = await rare((calls) => calls.signControl({ seed: ring.current().contents.seed, message }))
  return { version, until, proof }
}
