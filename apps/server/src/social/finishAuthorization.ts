import { type OauthProvider, socialReturnKey } from '@latchkey/protocol'
import { isKeyOf } from '../auth/isUsedKey.ts'
import type { ProvenIdentity } from '../auth/ProvenIdentity.ts'
import { scopeOf } from '../auth/scopeOf.ts'
import { createToken } from '../platform/crypto/createToken.ts'
import { hashToken } from '../platform/crypto/hashToken.ts'
import { isSameHash } from '../platform/crypto/isSameHash.ts'
import { openSecrets } from './attemptSecrets.ts'
import { type AttemptRow, findAttemptByState, moveAttempt } from './attemptStore.ts'
import { readBindingCookie, writeBindingCookie } from './bindingCookie.ts'
import { callbackUrl } from './callbackUrl.ts'
import { departAttempt } from './departAttempt.ts'
import { failWithError } from './failWithError.ts'
import type { SocialFailure } from './SocialFailure.ts'
import type { SocialParts } from './SocialParts.ts'
import { completeAttempt, failAttempt } from './settleAttempt.ts'

/** Target of the browser, and the cookie to delete. */
export type Return = { location: string; cookie: string | undefined }

/**
 * Handles the return of a visitor from a provider. Always sends the window to a page with a message, or to the site. The provider's answer
 * stays on the server.
 *
 * @param options.parameters parameters of the return: of the URL, or of Apple's form
 * @param options.cookies the `cookie` header
 */
export async function finishAuthorization(
  parts: SocialParts,
  { provider, parameters, cookies }: { provider: OauthProvider; parameters: URLSearchParams; cookies: string | null },
): Promise<Return> {
  const { context, walletOrigin, clients } = parts
  const { database, clock } = context
  const client = clients.get(provider)
  const state = parameters.get('state')
  const attempt = state && (await findAttemptByState(database, { stateHash: hashToken(state), provider }))
  // Unknown or already used. An open attempt elsewhere is not affected, because anyone can invent a URL.
  if (!client || !attempt || attempt.state !== 'begun') {
    return { location: lastPage({ walletOrigin, provider, failure: 'social_refused' }), cookie: undefined }
  }

  const { id } = attempt
  const isSecure = walletOrigin.startsWith('https:')
  const bound = readBindingCookie({ header: cookies, attemptId: id, isSecure })
  if (bound === undefined || !isSameHash(attempt.cookieHash, hashToken(bound))) {
    await failAttempt(parts, { id, failure: 'social_refused', reason: 'another browser came back' })
    return { location: lastPage({ walletOrigin, provider, failure: 'social_refused' }), cookie: undefined }
  }
  const cookie = writeBindingCookie({ attemptId: id, value: '', isSecure, returnsByPost: client.returnsByPost })
  const end = (outcome: { failure: SocialFailure } | { resultToken: string }): Return => ({
    location: homeOf({ attempt, outcome }) ?? lastPage({ walletOrigin, provider, ...outcome }),
    cookie,
  })

  if (attempt.expiresAt.getTime() <= clock.now()) {
    await failAttempt(parts, { id, failure: 'social_expired' })
    return end({ failure: 'social_expired' })
  }
  // Of two concurrent returns with the same code, one calls the provider.
  const secrets = await openSecrets({ attempt, sealer: parts.sealer })
  const taken = await moveAttempt(database, { id, from: ['begun'], set: { state: 'returned' } })
  if (!taken || secrets?.kind !== 'oauth' || state === null) {
    return { location: lastPage({ walletOrigin, provider, failure: 'social_refused' }), cookie }
  }
  try {
    const authorization = { ...secrets, state, redirectUri: callbackUrl({ walletOrigin, provider }) }
    const identity = await client.identify({ parameters, authorization })
    if (client.canAsk && (await mustAsk(parts, { attempt, identity }))) {
      const depart = await database.transaction((tx) =>
        departAttempt(tx, { attempt, from: 'returned', isAsked: true, parts }),
      )
      const { authorizeUrl, cookie: next } = await depart()
      return { location: authorizeUrl, cookie: next }
    }
    const resultToken = createToken()
    const resultHash = attempt.mode === 'redirect' ? hashToken(resultToken) : null
    const isDone = await completeAttempt(parts, { id, identity, resultHash })
    return end(isDone ? { resultToken } : { failure: 'social_expired' })
  } catch (error) {
    return end({ failure: await failWithError(parts, { id, provider, error }) })
  }
}

/**
 * Returns whether the provider must show its dialog before this login counts. It was skipped because some account knows the key, but the
 * key does not belong to the account of this login.
 */
async function mustAsk(
  { context: { database }, projects, sealer }: SocialParts,
  {
    attempt: { purpose, isAsked, projectId, hostOrigin, jkt },
    identity,
  }: { attempt: AttemptRow; identity: ProvenIdentity },
): Promise<boolean> {
  if (purpose !== 'login' || isAsked) return false
  const scope = scopeOf(projects.check({ projectId, origin: hostOrigin }))
  return !(await isKeyOf(database, { scope, identity, jkt, sealer }))
}

/** Returns the page of the wallet that shows the result, and closes itself. */
export function lastPage({
  walletOrigin,
  provider,
  failure,
}: {
  walletOrigin: string
  provider: OauthProvider
  failure?: string
}): string {
  return `${walletOrigin}/popup/done#${provider}${failure === undefined ? '' : `.${failure}`}`
}

/** Returns the site's page with the result, or undefined if a window was opened. */
function homeOf({
  attempt: { id, mode, returnUrl },
  outcome,
}: {
  attempt: AttemptRow
  outcome: { failure: SocialFailure } | { resultToken: string }
}): string | undefined {
  if (mode !== 'redirect' || returnUrl === null) return undefined
  const url = new URL(returnUrl)
  const result = `${socialReturnKey}=${id}${'resultToken' in outcome ? `.${outcome.resultToken}` : ''}`
  url.hash = url.hash.length > 1 ? `${url.hash.slice(1)}&${result}` : result
  return url.href
}
