import { createHash, generateKeyPair as generate } from 'node:crypto'
import { promisify } from 'node:util'
import { jwtVerify } from 'jose'
import type { ClientKey } from '../IdentityProvider.ts'
import { createOidcFace } from '../oidc/createOidcFace.ts'
import { type Person, subjectOf } from '../people.ts'
import { emailStateOf } from './emailStateOf.ts'
import type { FaceParameters, FaceServer } from './Face.ts'

const generateKeyPair = promisify(generate)

/** Longest lifetime of a client secret at Apple, in seconds (about half a year). */
const longestSecret = 15_777_000

const paths = { authorization: '/auth/authorize', token: '/auth/token', jwks: '/auth/keys' }

/** Choice of a person at the first login. */
type Consent = { hidesEmail: boolean }

/**
 * A provider like Apple: OpenID Connect whose client secret is a JWT, signed with ES256 by the team's key. With `name` or
 * `email` in the scope, the response is a posted form, and only the first one has the name (`user`). There is no userinfo,
 * `email_verified` is a text, and people can hide their address behind one for the site.
 */
export async function createApple(parameters: FaceParameters): Promise<FaceServer<ClientKey>> {
  const { base, redirectUri, clientName, fault } = parameters
  const clientId = 'org.latchkey.sandbox'
  const teamId = 'SANDBOX001'
  const keyId = 'SANDBOXKEY'
  const { privateKey, publicKey } = await generateKeyPair('ec', { namedCurve: 'P-256' })
  const consents = new Map<string, Consent>()

  const { answer } = await createOidcFace({
    ...parameters,
    provider: 'Apple',
    client: {
      client_id: clientId,
      // The library requires a value. `checkSecret` does the real check.
      client_secret: teamId,
      client_name: clientName,
      redirect_uris: [redirectUri],
      require_auth_time: true,
    },
    paths,
    claims: { openid: ['sub', 'nonce_supported'], name: [], email: ['email', 'email_verified', 'is_private_email'] },
    subjectOf: subjectAtApple,
    describe: (person) => {
      const isPrivate = consents.get(person.id)?.hidesEmail ?? false
      const emailState = emailStateOf(person, fault)
      return {
        nonce_supported: true,
        ...(emailState === 'absent'
          ? {}
          : {
              email: isPrivate ? relayAddressOf(person) : person.email,
              email_verified: String(isPrivate || emailState === 'verified'),
              ...(isPrivate ? { is_private_email: 'true' } : {}),
            }),
      }
    },
    shapeRequest: (params) => {
      const scopes = (params.get('scope') ?? '').split(' ').filter((scope) => scope !== '')
      const mode = params.get('response_mode')
      if (scopes.some((scope) => scope === 'name' || scope === 'email') && mode !== 'form_post')
        return 'response_mode must be form_post when name or email scope is requested.'
      // The response always has an id_token.
      params.set('scope', [...new Set(['openid', ...scopes])].join(' '))
      return undefined
    },
    choices: (params) => (String(params.scope).includes('email') ? emailChoice : ''),
    shapeCallback: ({ iss: _, ...callback }, { params, signIn }) => {
      if (!signIn || callback.error !== undefined || consents.has(signIn.person.id)) return callback
      const { person, form } = signIn
      consents.set(person.id, { hidesEmail: form.get('email') === 'hide' })
      const scopes = String(params.scope).split(' ')
      const [firstName = '', ...lastName] = person.name.split(' ')
      const user = {
        ...(scopes.includes('name') ? { name: { firstName, lastName: lastName.join(' ') } } : {}),
        ...(scopes.includes('email') && emailStateOf(person, fault) !== 'absent'
          ? { email: form.get('email') === 'hide' ? relayAddressOf(person) : person.email }
          : {}),
      }
      return Object.keys(user).length > 0 ? { ...callback, user: JSON.stringify(user) } : callback
    },
    denial: { error: 'user_cancelled_authorize' },
    checkSecret: async (secret) => {
      try {
        const { payload, protectedHeader } = await jwtVerify(secret, publicKey, {
          algorithms: ['ES256'],
          issuer: teamId,
          audience: base,
          subject: clientId,
          requiredClaims: ['iat', 'exp'],
        })
        const { iat = 0, exp = Number.POSITIVE_INFINITY } = payload
        return protectedHeader.kid === keyId && exp - iat <= longestSecret
      } catch {
        return false
      }
    },
  })
  return {
    credentials: {
      clientId,
      teamId,
      keyId,
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
    isIssuer: true,
    paths,
    answer,
  }
}

const emailChoice = `<fieldset>
<legend>First sign-in: which address to share</legend>
<label><input type="radio" name="email" value="share" checked>Share my email</label>
<label><input type="radio" name="email" value="hide">Hide my email</label>
</fieldset>`

const hashOf = (person: Person) => createHash('sha256').update(`apple:${person.id}`).digest('hex')

function subjectAtApple(person: Person) {
  return `${subjectOf({ face: 'apple', person, digits: 6 })}.${hashOf(person).slice(0, 32)}.${hashOf(person).slice(-4)}`
}

/** Returns the relay address of a person for this site. */
function relayAddressOf(person: Person) {
  return `${hashOf(person).slice(32, 42)}@privaterelay.appleid.com`
}
