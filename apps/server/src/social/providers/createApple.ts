import { z } from 'zod'
import type { Clock } from '../../platform/clock/Clock.ts'
import { createAppleSecret } from './createAppleSecret.ts'
import { fixedServer } from './fixedServer.ts'
import type { OauthProfile } from './OauthProfile.ts'
import type { AppleEntry } from './readSecrets.ts'

const issuer = 'https://appleid.apple.com'

/** What Apple's page sends beside the code, at the first consent only and signed by nobody: good for a name to show, and for nothing else. */
const userSchema = z.object({ name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }) })

/**
 * Apple: OpenID Connect, but the visitor comes back by a form, the client secret is a JWT that we sign, and the name is in no token.
 * No parameter makes it ask; its page asks each time by itself. Apple lists no PKCE; it ignores the challenge, and the nonce binds the id_token to the attempt.
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
      // A text in some answers, a boolean in others.
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
