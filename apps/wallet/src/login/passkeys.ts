import { ServiceError } from '@latchkey/protocol/errors'
import { fromBase64Url, passkeyPrfSalt, toBase64Url } from '@latchkey/vault'

/** WebAuthn options or a response as JSON (WebAuthn level 3). */
type WebAuthnJson = Record<string, unknown>

/** Answer of an authenticator. `response` goes to the server and contains no secret; `prf` never leaves this device. */
export type PasskeyAnswer = {
  response: WebAuthnJson
  /** base64url. */
  credentialId: string
  /** The 32 bytes of the PRF extension; null: the authenticator has none, so the passkey works only for login. */
  prf: Uint8Array<ArrayBuffer> | null
}

/** The methods of `navigator.credentials` that passkeys need. */
export type Credentials = Pick<CredentialsContainer, 'create' | 'get'>

type PrfOutputs = { prf?: { enabled?: boolean; results?: { first?: BufferSource } } }

/**
 * Creates a passkey. Always sends the PRF salt, never an empty `prf`. If an authenticator fails over it, tries once without. Relies on
 * PRF only if the authenticator reports it: the support that a browser claims proves nothing.
 *
 * @throws LatchkeyError `user_rejected`, `passkey_refused`
 */
export async function createPasskey({
  credentials,
  options,
}: {
  credentials: Credentials
  /** `PublicKeyCredentialCreationOptionsJSON`. */
  options: WebAuthnJson
}): Promise<PasskeyAnswer & { prfEnabled: boolean }> {
  const publicKey = readCreationOptions(options)
  let made: Credential | null
  try {
    made = await credentials.create({ publicKey: { ...publicKey, extensions: prfExtension() } })
  } catch (error) {
    // A visitor who declines, or has such a passkey already, is not asked twice.
    if (isNamed(error, 'NotAllowedError', 'InvalidStateError', 'AbortError', 'SecurityError')) throw toRefusal(error)
    try {
      made = await credentials.create({ publicKey })
    } catch (second) {
      throw toRefusal(second)
    }
  }
  const credential = made as PublicKeyCredential | null
  if (!credential) throw new ServiceError('passkey_refused')
  const attestation = credential.response as AuthenticatorAttestationResponse
  const outputs = credential.getClientExtensionResults() as PrfOutputs
  const prf = readPrf(outputs)
  return {
    credentialId: toText(credential.rawId),
    prf,
    prfEnabled: prf !== null || outputs.prf?.enabled === true,
    response: {
      ...baseOf(credential),
      response: {
        clientDataJSON: toText(attestation.clientDataJSON),
        attestationObject: toText(attestation.attestationObject),
        transports: attestation.getTransports?.() ?? [],
      },
    },
  }
}

/**
 * Asks a passkey to prove the visitor's presence, and returns its PRF output.
 *
 * @throws LatchkeyError `user_rejected`, `passkey_refused`
 */
export async function askPasskey({
  credentials,
  options,
}: {
  credentials: Credentials
  /** `PublicKeyCredentialRequestOptionsJSON`. */
  options: WebAuthnJson
}): Promise<PasskeyAnswer> {
  const publicKey = readRequestOptions(options)
  const given = await credentials
    .get({ publicKey: { ...publicKey, extensions: prfExtension() } })
    .catch((error: unknown) => {
      throw toRefusal(error)
    })
  const credential = given as PublicKeyCredential | null
  if (!credential) throw new ServiceError('passkey_refused')
  const assertion = credential.response as AuthenticatorAssertionResponse
  return {
    credentialId: toText(credential.rawId),
    prf: readPrf(credential.getClientExtensionResults() as PrfOutputs),
    response: {
      ...baseOf(credential),
      response: {
        clientDataJSON: toText(assertion.clientDataJSON),
        authenticatorData: toText(assertion.authenticatorData),
        signature: toText(assertion.signature),
        ...(assertion.userHandle ? { userHandle: toText(assertion.userHandle) } : {}),
      },
    },
  }
}

/** The JSON of a credential without its extension outputs: the PRF output is the key to the wallet. */
function baseOf(credential: PublicKeyCredential): WebAuthnJson {
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    ...(credential.authenticatorAttachment ? { authenticatorAttachment: credential.authenticatorAttachment } : {}),
    clientExtensionResults: {},
  }
}

function prfExtension(): AuthenticationExtensionsClientInputs {
  return { prf: { eval: { first: passkeyPrfSalt() } } } as AuthenticationExtensionsClientInputs
}

function readPrf(outputs: PrfOutputs): Uint8Array<ArrayBuffer> | null {
  const first = outputs.prf?.results?.first
  if (!first) return null
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  return bytes.length === 32 ? Uint8Array.from(bytes) : null
}

function readCreationOptions(json: WebAuthnJson): PublicKeyCredentialCreationOptions {
  const { user, excludeCredentials, ...rest } = json as Omit<WebAuthnJson, 'user'> & {
    user: { id: string; name: string; displayName: string }
    excludeCredentials?: CredentialJson[]
  }
  return {
    ...(rest as unknown as PublicKeyCredentialCreationOptions),
    challenge: fromBase64Url(String(json.challenge)),
    user: { ...user, id: fromBase64Url(user.id) },
    excludeCredentials: readCredentials(excludeCredentials),
    extensions: {},
  }
}

function readRequestOptions(json: WebAuthnJson): PublicKeyCredentialRequestOptions {
  const { allowCredentials, ...rest } = json as WebAuthnJson & { allowCredentials?: CredentialJson[] }
  return {
    ...(rest as unknown as PublicKeyCredentialRequestOptions),
    challenge: fromBase64Url(String(json.challenge)),
    allowCredentials: readCredentials(allowCredentials),
    extensions: {},
  }
}

type CredentialJson = { id: string; transports?: AuthenticatorTransport[] }

function readCredentials(list: readonly CredentialJson[] | undefined): PublicKeyCredentialDescriptor[] {
  return (list ?? []).map(({ id, transports }) => ({
    type: 'public-key',
    id: fromBase64Url(id),
    ...(transports ? { transports } : {}),
  }))
}

function toText(bytes: ArrayBuffer): string {
  return toBase64Url(new Uint8Array(bytes))
}

function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name)
}

/** Browsers throw `NotAllowedError` if the visitor declined, waited too long, or has no such passkey. */
function toRefusal(error: unknown): ServiceError {
  return new ServiceError(isNamed(error, 'NotAllowedError', 'AbortError') ? 'user_rejected' : 'passkey_refused')
}
