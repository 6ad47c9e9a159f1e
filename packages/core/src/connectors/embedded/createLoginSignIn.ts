import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { OneClickSignIn, SiwxSession } from '@latchkey/protocol/siwx'
import type { CoreContext } from '../../CoreContext.ts'
import { asksToSignIn } from '../../siwx/asksToSignIn.ts'
import { waitForWallet } from '../waitForWallet.ts'

/** How long the app may take to make the message, in milliseconds; the visitor logs in first then, and is asked afterwards. */
export const loginSignInTimeout = 3_000
/** From this age on, in milliseconds, a message is not handed over any more. */
const freshness = 60_000
/** From this age on, in milliseconds, what was signed is not used: a server's nonce is good for five minutes. */
export const lifetime = 280_000
/** Networks that one login asks for, at most: each is a message more to sign and to check. */
export const mostNetworks = 5

/** The sign-in to the app that goes with a login, so that no second prompt comes. */
export type LoginSignIn = {
  /** Begins to make the message ahead of its use. */
  prepare: () => void
  /** What is handed over with a login: the message, or nothing where the app wants none, or could not make one in time. */
  ask: (options: { signal: AbortSignal }) => Promise<{ signIn?: OneClickSignIn }>
  /**
   * Stores what the login brought, then connects. Storing never fails: who is not signed in then is asked. What was stored ends where nobody gets
   * connected.
   *
   * @throws what `connect` throws
   */
  take: <T>(options: { signIns?: readonly SiwxSession[] | undefined; connect: () => Promise<T> }) => Promise<T>
}

type Made = { at: number; asked: OneClickSignIn | undefined }

/**
 * Makes {@link LoginSignIn}. Of Ethereum's family alone: who comes by another one signs once connected.
 *
 * @param options.chainIds the app's networks, the one in use first
 * @param options.store hands sessions to the sign-in
 */
export function createLoginSignIn({
  context: { config, environment },
  chainIds: readChainIds,
  store,
}: {
  context: Pick<CoreContext, 'config' | 'environment'>
  chainIds: () => readonly ChainId[]
  store: (options: { signIns: readonly SiwxSession[]; asked: OneClickSignIn }) => Promise<() => void>
}): LoginSignIn {
  let making: Promise<Made> | undefined
  let madeAt = 0
  /** What the last login was handed. */
  let handed: Made | undefined

  const make = async (): Promise<Made> => {
    const { siwx, basic } = config
    const chainIds = readChainIds()
    const at = environment.now()
    const [first] = chainIds
    const isWanted = !basic && asksToSignIn(siwx)
    if (!siwx?.createOneClick || !isWanted || !first || parseChainId(first).namespace !== 'eip155')
      return { at, asked: undefined }
    const own = chainIds.filter((chainId) => parseChainId(chainId).namespace === 'eip155').slice(0, mostNetworks)
    const message = await siwx.createOneClick({ chainIds: own })
    // What is left out must not look like something: it travels.
    const given = Object.entries(message).filter(([, value]) => value !== undefined)
    return { at, asked: { chainIds: own, message: Object.fromEntries(given) as typeof message } }
  }
  const prepare = () => {
    const now = environment.now()
    if (making && now - madeAt < freshness) return making
    madeAt = now
    // One that throws at once is one that cannot, too.
    const made = make()
    making = made
    made.catch(() => {
      if (making === made) making = undefined
    })
    return made
  }

  return {
    prepare: () => void prepare(),
    ask: async ({ signal }) => {
      handed = undefined
      const answer = prepare()
      handed = await waitForWallet({ environment, answer, milliseconds: loginSignInTimeout, signal }).catch(
        () => undefined,
      )
      // Each is for one login.
      making = undefined
      return handed?.asked ? { signIn: handed.asked } : {}
    },
    take: async ({ signIns, connect }) => {
      const { at, asked } = handed ?? { at: 0 }
      handed = undefined
      const isGood = asked && Array.isArray(signIns) && signIns.length > 0 && environment.now() - at < lifetime
      const end = isGood ? await store({ signIns, asked }).catch(() => undefined) : undefined
      try {
        return await connect()
      } catch (cause) {
        end?.()
        throw cause
      }
    },
  }
}
