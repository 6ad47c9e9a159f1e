import { controlKeyClaim, controlMessage, returnMessage, type VaultReturn } from '@latchkey/protocol/wallet'
import { signClaim } from './createSigningCalls.ts'
import type { KeyRing } from './KeyRing.ts'
import type { KeyWorkerCalls } from './KeyWorkerCalls.ts'
import type { RunRare } from './RareCalls.ts'

type ControlCalls = Pick<KeyWorkerCalls, 'proveControl' | 'claimControl' | 'proveReturn' | 'checkReturn'>

/** Signs with the wallet's control key. The signed messages are built here, for the unlocked wallet: no caller provides bytes. */
export function createControlCalls({ ring, rare }: { ring: KeyRing; rare: RunRare }): ControlCalls {
  return {
    proveControl: async ({ action, userId, deviceId, body }) => {
      const message = await controlMessage({ action, walletId: ring.current().walletId, userId, deviceId, body })
      // The seed is read at the time of use: it is gone if the wallet was locked in the meantime.
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

/** Signs with the control key that a vault of the unlocked wallet may return until then (Unix seconds). */
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
