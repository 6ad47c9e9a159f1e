import { ServiceError } from '@latchkey/protocol/errors'
import { toBase64Url } from '@latchkey/vault'
import type { WindowPage } from '../cards/Card.ts'
import { makePasskey } from '../login/makePasskey.ts'
import { askPasskey, type Credentials } from '../login/passkeys.ts'
import { callPort } from '../worker/callPort.ts'
import type { WindowCalls } from './WindowCalls.ts'
import { permittedCalls, type WireWindowCalls, windowSignal } from './WireWindowCalls.ts'

/** All calls of any window; the frame refuses those that this page may not make. */
const windowCallNames = [...new Set(Object.values(permittedCalls).flat())]

/**
 * Connects a wallet window (`/w/…`) to the frame that opened it. Waits until the frame has answered `describe` once.
 *
 * @param options.credentials `navigator.credentials` of the window
 * @returns null if no frame of the wallet opened the window; then it shows only one sentence
 * @example
 * const calls = await connectToFrame({ window, page: 'approve', credentials: navigator.credentials })
 */
export async function connectToFrame({
  window,
  page,
  credentials = navigator.credentials,
  timeout = 5_000,
}: {
  window: Pick<Window, 'opener' | 'origin' | 'setTimeout'>
  page: WindowPage
  credentials?: Credentials
  /** Milliseconds to wait for the frame's first answer. */
  timeout?: number
}): Promise<WindowCalls | null> {
  if (!window.opener) return null
  const { port1, port2 } = new MessageChannel()
  const { calls, close } = callPort<WireWindowCalls>({ port: port1, names: windowCallNames })
  window.opener.postMessage({ k: windowSignal, page }, window.origin, [port2])
  const late = new Promise<never>((_, reject) =>
    window.setTimeout(() => reject(new ServiceError('frame_timeout')), timeout),
  )
  try {
    await Promise.race([calls.describe(), late])
  } catch {
    close()
    port1.close()
    return null
  }
  return {
    ...calls,
    recoverWithOldDevice: async (options) => {
      const { matchNumber } = await calls.recoverWithOldDevice(options)
      return { matchNumber, done: calls.waitForOldDevice() }
    },
    addPasskey: async ({ label }) => {
      const { credentialId, prf } = await makePasskey({ credentials, endpoints: calls })
      await calls.addPasskeyFactor({ label, credentialId, prf })
    },
    openOffline: async (options) => {
      if (options.by === 'backupCode')
        return calls.openOfflineWith({ secret: { kind: 'backupCode', code: options.code } })
      if (options.by === 'password')
        return calls.openOfflineWith({ secret: { kind: 'password', password: options.password } })
      const { credentialIds } = await calls.offlineWays()
      // The signature is not checked: the tap is for the PRF output, which does not depend on the challenge.
      const { credentialId, prf } = await askPasskey({
        credentials,
        options: {
          challenge: toBase64Url(crypto.getRandomValues(new Uint8Array(32))),
          allowCredentials: credentialIds.map((id) => ({ id })),
          userVerification: 'required',
        },
      })
      if (!prf) throw new ServiceError('passkey_without_prf')
      return calls.openOfflineWith({ secret: { kind: 'passkey', credentialId, prf } })
    },
    stepUp: async (options) => {
      if (options.by === 'code') return calls.stepUpByCode({ otp: options.otp })
      const { challengeId, options: request } = await calls.startPasskeyCheck()
      const { response, ...passkey } = await askPasskey({ credentials, options: request })
      return calls.finishPasskeyCheck({ challengeId, response, passkey })
    },
  }
}
