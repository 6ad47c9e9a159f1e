import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { OneClickSignIn, SiwxSession } from '@latchkey/protocol/siwx'
import type { CoreContext } from '../../CoreContext.ts'
import { asksToSignIn } from '../../siwx/asksToSignIn.ts'
import { waitForWallet } from '../waitForWallet.ts'

/** Milliseconds in which the app has to create the message. After that, the visitor logs in without it and signs in afterwards. */
export const loginSignInTimeout = 3_000
/** Age in milliseconds from which a message is not used for a login anymore. */
const freshness = 60_000
/** Age in milliseconds from which a signed message is not stored. A server's nonce is valid for five minutes. */
export const lifetime = 280_000
/** Largest number of networks of a login. Each needs another message to sign and to verify. */
export const mostNetworks = 5

/** The sign-in to the app that is part of a login, so that the visitor is not asked twice. */
export type LoginSignIn = {
  /** Starts to create the message. */
  prepare: () => void
  /** Returns the message for a login, or an empty object if the app wants none or could not create one in time. */
  ask: (options: { signal: AbortSignal }) => Promise<{ signIn?: OneClickSignIn }>
  /**
   * Stores the sign-ins of a login, then connects. A storage error is not thrown; the visitor signs in after the connection instead. The
   * stored sign-ins end if the connection fails.
   *
   * @throws the errors of `connect`
   */
  take: <T>(options: { signIns?: readonly SiwxSession[] | undefined; connect: () => Promise<T> }) => Promise<T>
}

type Made = { at: number; asked: OneClickSignIn | undefined }

/**
 * Creates {@link LoginSignIn}. It is limited to EVM networks; with other families, the visitor signs in after the connection.
 *
 * @param options.chainIds the app's networks, the current one first
 * @param options.store stores the sign-ins
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
  /** The message of the last login. */
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
    // Omits undefined values, because the message is sent to the frame.
    const given = Object.entries(message).filter(([, value]) => value !== undefined)
    return { at, asked: { chainIds: own, message: Object.fromEntries(given) as typeof message } }
  }
  const prepare = () => {
    const now = environment.now()
    if (making && now - madeAt < freshness) return making
    madeAt = now
    // A synchronous error counts as a rejection.
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
      // A message is used for one login only.
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
