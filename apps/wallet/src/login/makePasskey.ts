import { ServiceError } from '@latchkey/protocol/errors'
import { askPasskey, type Credentials, createPasskey, type PasskeyAnswer } from './passkeys.ts'
import type { PasskeyChallenge } from './readChallenge.ts'

/** Server calls for a new passkey. */
export type PasskeyEndpoints = {
  startPasskey: () => Promise<PasskeyChallenge>
  /** Registers it for login and step-up. */
  registerPasskey: (options: {
    challengeId: string
    response: Record<string, unknown>
    prfEnabled: boolean
  }) => Promise<void>
  startPasskeyCheck: () => Promise<PasskeyChallenge>
  finishPasskeyCheck: (options: { challengeId: string; response: Record<string, unknown> }) => Promise<unknown>
}

/**
 * Creates a passkey and gets its PRF output. Some authenticators return it only for another request, which is a second tap and also
 * counts as a step-up.
 *
 * @throws LatchkeyError `user_rejected`, `passkey_refused`; `passkey_without_prf` if it was registered, but cannot unlock the wallet
 */
export async function makePasskey({
  credentials,
  endpoints,
  challenge,
}: {
  credentials: Credentials
  endpoints: PasskeyEndpoints
  /** Fetched in advance if possible: browsers require the prompt soon after the click. */
  challenge?: PasskeyChallenge | undefined
}): Promise<{ credentialId: string; prf: Uint8Array<ArrayBuffer> }> {
  const { challengeId, options } = challenge ?? (await endpoints.startPasskey())
  const { response, credentialId, prf, prfEnabled } = await createPasskey({ credentials, options })
  await endpoints.registerPasskey({ challengeId, response, prfEnabled })
  if (prf) return { credentialId, prf }
  if (!prfEnabled) throw new ServiceError('passkey_without_prf')
  const second = await askThis({ credentials, endpoints, credentialId })
  if (!second.prf) throw new ServiceError('passkey_without_prf')
  return { credentialId, prf: second.prf }
}

async function askThis({
  credentials,
  endpoints,
  credentialId,
}: {
  credentials: Credentials
  endpoints: PasskeyEndpoints
  credentialId: string
}): Promise<PasskeyAnswer> {
  const { challengeId, options } = await endpoints.startPasskeyCheck()
  const answer = await askPasskey({
    credentials,
    options: { ...options, allowCredentials: [{ id: credentialId, type: 'public-key' }] },
  })
  if (answer.credentialId !== credentialId) throw new ServiceError('passkey_refused')
  await endpoints.finishPasskeyCheck({ challengeId, response: answer.response })
  return answer
}
