import { z } from 'zod'
import type { Clock } from '../../platform/clock/Clock.ts'
import { createAppleSecret } from './createAppleSecret.ts'
import { fixedServer } from './fixedServer.ts'
import type { OauthProfile } from './OauthProfile.ts'
import type { AppleEntry } from './readSecrets.ts'

const issuer = 'https://appleid.apple.com'

/** Sent by Apple's page with the code, only at the first consent and without a signature. Used only as a display name. */
const userSchema = z.object({ name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }) })

/**
 * Apple: OpenID Connect, but the visitor returns by a form, the client secret is a JWT that we sign, and no token contains the name. No
 * parameter forces the dialog, because Apple always shows it. Apple does not document PKCE and ignores the challenge. The nonce binds the
 * ID token to the attempt.
 */
export function createApple({ entry, clock }: { entry: AppleEntry; clock: Clock }): OauthProfile {
  const { clientId, endpoints } = entry
  const secret = createAppleSecret({ entry, audience: endpoints.issuer ?? issuer, clock })
  return {
    clientId,
    clientAuth: async (_server, _client, body) => {
      body.set('client_id', clientId)
      body.set('client_secret', await secret())
    },
    server: fixedServer(
      {
        issuer,
        authorization: `${issuer}/auth/authorize`,
        token: `${issuer}/auth/token`,
        jwks: `${issuer}/auth/keys`,
      },
      endpoints,
    ),
    scope: 'name email',
    parameters: { response_mode: 'form_post' },
    isOpenId: true,
    returnsByPost: true,
    identify: async ({ claims, parameters }) => ({
      subject: claims?.sub,
      // A text in some responses, a boolean in others.
      email: String(claims?.email_verified) === 'true' ? claims?.email : undefined,
      userName: readName(parameters.get('user')),
    }),
  }
}

function readName(user: string | null): string | undefined {
  try {
    const { name } = userSchema.parse(JSON.parse(user ?? ''))
    return [name.firstName, name.lastName].filter(Boolean).join(' ')
  } catch {
    return undefined
  }
}
