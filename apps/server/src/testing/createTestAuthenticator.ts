import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Json = Record<string, unknown>

/** Page that uses a passkey: the wallet's, in a frame of another origin or not. */
type Place = { origin: string; crossOrigin?: boolean; topOrigin?: string }

/** Deviations from an honest authenticator. */
type Faults = { userVerified?: boolean; counter?: number; type?: string; extensions?: Json }

/**
 * Creates a platform authenticator for tests. It answers WebAuthn options like a browser, with ES256 keys, `none` attestation and resident
 * credentials.
 *
 * @param options.rpId ID of the relying party
 * @param options.usesCounter whether it counts its signatures; synced passkeys do not
 */
export function createTestAuthenticator({ rpId, usesCounter = false }: { rpId: string; usesCounter?: boolean }) {
  const rpIdHash = createHash('sha256').update(rpId).digest()
  const credentials = new Map<string, { key: KeyObject; userHandle: string }>()
  let counter = 0

  const clientData = (type: string, challenge: unknown, { origin, crossOrigin = false, topOrigin }: Place) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin, ...(topOrigin ? { topOrigin } : {}) }))

  const authData = ({ flags, count, rest = [] }: { flags: number; count: number; rest?: Uint8Array[] }) => {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(count)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counted, ...rest])
  }
  const count = () => {
    counter += usesCounter ? 1 : 0
    return counter
  }
  // User present, user verified, backup eligible, backed up.
  const flagsOf = (userVerified: boolean) => 0x01 | (userVerified ? 0x04 : 0) | (usesCounter ? 0 : 0x18)

  return {
    /** `navigator.credentials.create(options)`, as JSON. */
    create: (
      options: Json,
      place: Place,
      { userVerified = true, type = 'webauthn.create', extensions }: Faults = {},
    ) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const id = randomBytes(32)
      const user = options.user as { id: string }
      credentials.set(id.toString('base64url'), { key: privateKey, userHandle: user.id })
      const cose = Buffer.concat([
        // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authData({
        flags: flagsOf(userVerified) | 0x40,
        count: count(),
        rest: [Buffer.alloc(16), length, id, cose],
      })
      const size = Buffer.alloc(2)
      size.writeUInt16BE(data.length)
      const attestationObject = Buffer.concat([
        // {"fmt": "none", "attStmt": {}, "authData": bytes}
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        size,
        data,
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: extensions ?? { prf: { enabled: true } },
        response: {
          clientDataJSON: clientData(type, options.challenge, place).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    /** `navigator.credentials.get(options)`, as JSON. Uses the first credential unless the options name some. */
    get: (
      options: Json,
      place: Place,
      { userVerified = true, type = 'webauthn.get', counter: forced, extensions }: Faults = {},
    ) => {
      const allowed = (options.allowCredentials as { id: string }[] | undefined)?.map(({ id }) => id)
      const [id, credential] =
        [...credentials].find(([name]) => !allowed?.length || allowed.includes(name)) ?? ([] as never[])
      if (!id || !credential) throw new Error('There is no passkey for these options')
      const data = authData({ flags: flagsOf(userVerified), count: forced ?? count() })
      const client = clientData(type, options.challenge, place)
      const signature = sign(
        'sha256',
        Buffer.concat([data, createHash('sha256').update(client).digest()]),
        credential.key,
      )
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: extensions ?? {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: credential.userHandle,
        },
      }
    },
  }
}

/** A platform authenticator for tests. */
export type TestAuthenticator = ReturnType<typeof createTestAuthenticator>
