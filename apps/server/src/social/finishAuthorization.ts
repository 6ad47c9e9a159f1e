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

/** Where the browser goes on, and the cookie that it forgets. */
export type Return = { location: string; cookie: string | undefined }

/**
 * Takes a visitor back from a provider. Whatever happened, the window is led to a page that says it in words, or home to the site; what the
 * provider said stays here.
 *
 * @param options.parameters what came with the visitor: of the address, or of Apple's form
 * @param options.cookies the header
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
  // Nobody's, or used already. An attempt that is under way elsewhere is left alone: anybody can make up an address.
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
  // Of two that bring the same code at once, one asks the provider.
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
 * Whether the provider must ask before this login counts: it was not made to, because the key is of some account, and now it shows that the
 * key is not of the account that signed in.
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

/** The page of the wallet that says how it ended, and closes itself. */
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

/** The site's own page, with the result for it alone; undefined where a window was opened. */
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
