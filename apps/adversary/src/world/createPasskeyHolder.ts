import { createHash, randomBytes } from 'node:crypto'
import { createTestAuthenticator } from '../../../server/src/testing/createTestAuthenticator.ts'
import type { Credentials } from '../../../wallet/src/login/passkeys.ts'
import { hostOrigin, walletOrigin } from './startWorld.ts'

/** A person's passkeys, as `navigator.credentials` of any of their browsers returns them. */
export type PasskeyHolder = {
  credentials: Credentials
  prfOf: (credentialId: string) => Buffer
  /** Answers to the server's options as JSON, without a browser. */
  raw: {
    register: (options: object) => Record<string, unknown>
    assert: (options: object) => Record<string, unknown> | undefined
  }
}

/** Creates a {@link PasskeyHolder} whose answers the real server verifies, and whose PRF is the same in every browser. */
export function createPasskeyHolder(): PasskeyHolder {
  const authenticator = createTestAuthenticator({ rpId: new URL(walletOrigin).hostname })
  const secret = randomBytes(32)
  const place = { origin: walletOrigin, crossOrigin: true, topOrigin: hostOrigin }
  const prfOf = (credentialId: string) => createHash('sha256').update(secret).update(credentialId).digest()
  const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url')).buffer
  const textOf = (value: BufferSource) =>
    Buffer.from(value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer)).toString(
      'base64url',
    )
  const outputs = (id: string) => ({ prf: { enabled: true, results: { first: new Uint8Array(prfOf(id)).buffer } } })
  const decode = (response: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, typeof value === 'string' ? bytesOf(value) : value]),
    )
  const credential = (made: { id: string; response: Record<string, unknown> }) =>
    ({
      id: made.id,
      rawId: bytesOf(made.id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response: { ...decode(made.response), getTransports: () => ['internal'] },
      getClientExtensionResults: () => outputs(made.id),
    }) as unknown as Credential
  return {
    prfOf,
    raw: {
      register: (options) => authenticator.create(options as Record<string, unknown>, place),
      assert: (options) => {
        try {
          const { allowCredentials: _, ...rest } = options as Record<string, unknown>
          return authenticator.get(rest, place)
        } catch {
          return undefined
        }
      },
    },
    credentials: {
      create: async (options) => {
        const { publicKey } = options ?? {}
        if (!publicKey) return null
        const challenge = textOf(publicKey.challenge)
        const user = { id: textOf(publicKey.user.id) }
        return credential(authenticator.create({ ...publicKey, challenge, user }, place))
      },
      get: async (options) => {
        const { publicKey } = options ?? {}
        if (!publicKey) return null
        const challenge = textOf(publicKey.challenge)
        const allowCredentials = publicKey.allowCredentials?.map(({ id }) => ({ id: textOf(id) }))
        return credential(authenticator.get({ challenge, allowCredentials }, place))
      },
    },
  }
}
