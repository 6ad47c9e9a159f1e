import { ServiceError } from '@latchkey/protocol/errors'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

const text = z.string().max(20_000)
const credential = {
  id: text.min(1).max(1400),
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
}
const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
})
const authenticationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.nullish(),
  }),
})
const clientDataSchema = z.object({ topOrigin: z.string().optional() })

/**
 * Validates the JSON result of `navigator.credentials.create`.
 *
 * @throws LatchkeyError `passkey_refused`, also if the response contains secrets that only the visitor's device may know
 */
export function readRegistration(response: unknown): RegistrationResponseJSON {
  const { id, rawId, type, response: attestation } = parse(registrationSchema, response)
  const { transports, ...rest } = attestation
  return { id, rawId, type, clientExtensionResults: {}, response: { ...rest, ...(transports ? { transports } : {}) } }
}

/**
 * Validates the JSON result of `navigator.credentials.get`.
 *
 * @throws LatchkeyError `passkey_refused`, also if the response contains secrets that only the visitor's device may know
 */
export function readAuthentication(response: unknown): AuthenticationResponseJSON {
  const { id, rawId, type, response: assertion } = parse(authenticationSchema, response)
  const { userHandle, ...rest } = assertion
  return { id, rawId, type, clientExtensionResults: {}, response: { ...rest, ...(userHandle ? { userHandle } : {}) } }
}

/** Returns the top-level page, if the browser names it: the response comes from a frame inside that page. */
export function readTopOrigin(clientDataJSON: string): string | undefined {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).topOrigin
  } catch (error) {
    throw new ServiceError('passkey_refused', { cause: error })
  }
}

function parse<Schema extends z.ZodType<{ clientExtensionResults?: Record<string, unknown> | undefined }>>(
  schema: Schema,
  response: unknown,
): z.output<Schema> {
  const result = schema.safeParse(response)
  if (!result.success) throw new ServiceError('passkey_refused', { message: 'This is not a passkey response' })
  refuseSecrets(result.data.clientExtensionResults)
  return result.data
}

/** The PRF's results open the wallet. A client that sends them is broken, and gets an error. */
function refuseSecrets({ prf, hmacGetSecret, largeBlob }: Record<string, unknown> = {}): void {
  const hasResults = typeof prf === 'object' && prf !== null && 'results' in prf && prf.results !== undefined
  if (hasResults || hmacGetSecret !== undefined || largeBlob !== undefined) {
    throw new ServiceError('passkey_refused', {
      field: 'response.clientExtensionResults',
      message: 'The results of extensions belong to the device and must not be sent here',
    })
  }
}
