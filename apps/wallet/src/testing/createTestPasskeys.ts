import type { Credentials } from '../login/passkeys.ts'

/** An authenticator in memory, with the requested quirks. */
export type TestPasskeys = {
  credentials: Credentials
  /** Requests to it, in order. */
  asked: { kind: 'create' | 'get'; hasPrf: boolean; prf: unknown }[]
}

/**
 * Creates a {@link TestPasskeys}. Its PRF is the same for the same passkey on every device, like a synced passkey's.
 *
 * @param options.prf `create`: returns its output at once; `get`: only on a second request; `none`: has no PRF; `fails`: its creation
 * fails if PRF is requested
 */
export function createTestPasskeys({ prf }: { prf: 'create' | 'get' | 'none' | 'fails' }): TestPasskeys {
  const asked: TestPasskeys['asked'] = []
  const made: { id: Uint8Array<ArrayBuffer>; bytes: Uint8Array<ArrayBuffer> }[] = []
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
  const note = (kind: 'create' | 'get', options: { extensions?: unknown } | undefined) => {
    const extensions = (options?.extensions ?? {}) as { prf?: unknown }
    asked.push({ kind, hasPrf: 'prf' in extensions, prf: extensions.prf })
    return 'prf' in extensions
  }
  const credential = (id: Uint8Array<ArrayBuffer>, response: object, outputs: object) =>
    ({
      id: text(id),
      rawId: id.buffer,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      response,
      getClientExtensionResults: () => outputs,
    }) as unknown as Credential
  const empty = new Uint8Array(4).buffer
  return {
    asked,
    credentials: {
      create: async (options) => {
        const wantsPrf = note('create', options?.publicKey)
        if (prf === 'fails' && wantsPrf) throw Object.assign(new Error('Windows says no'), { name: 'UnknownError' })
        const passkey = {
          id: crypto.getRandomValues(new Uint8Array(16)),
          bytes: crypto.getRandomValues(new Uint8Array(32)),
        }
        made.push(passkey)
        const outputs =
          !wantsPrf || prf === 'none'
            ? {}
            : {
                prf: {
                  enabled: true,
                  ...(prf === 'create' ? { results: { first: passkey.bytes.slice().buffer } } : {}),
                },
              }
        const response = { clientDataJSON: empty, attestationObject: empty, getTransports: () => ['internal'] }
        return credential(passkey.id, response, outputs)
      },
      get: async (options) => {
        note('get', options?.publicKey)
        const wanted = options?.publicKey?.allowCredentials ?? []
        const passkey = made.find(
          ({ id }) =>
            wanted.length === 0 || wanted.some((one) => text(new Uint8Array(one.id as ArrayBuffer)) === text(id)),
        )
        if (!passkey) throw Object.assign(new Error('none'), { name: 'NotAllowedError' })
        const response = { clientDataJSON: empty, authenticatorData: empty, signature: empty, userHandle: null }
        const outputs =
          prf === 'none' || prf === 'fails' ? {} : { prf: { results: { first: passkey.bytes.slice().buffer } } }
        return credential(passkey.id, response, outputs)
      },
    },
  }
}
