import { ServiceError } from '@latchkey/protocol/errors'
import { toBase64Url } from '@latchkey/vault'
import type { WindowPage } from '../cards/Card.ts'
import { makePasskey } from '../session/makePasskey.ts'
import { askPasskey, type Credentials } from '../session/passkeys.ts'
import { callPort } from '../worker/callPort.ts'
import type { WindowCalls } from './WindowCalls.ts'
import { permittedCalls, type WireWindowCalls, windowSignal } from './WireWindowCalls.ts'

/** Everything that some window may call; the frame refuses what this page may not. */
const windowCallNames = [...new Set(Object.values(permittedCalls).flat())]

/**
 * Connects a window of the wallet (`/w/…`) to the frame that opened it. Waits until the frame answered `describe` once.
 *
 * @param options.credentials `navigator.credentials` of the window
 * @returns null when the window was not opened by a frame of the wallet; then it shows nothing but a sentence
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
      // Nobody checks the signature: the tap is for the PRF bytes, which are the same for whatever challenge.
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
