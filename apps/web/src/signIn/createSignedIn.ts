import { createStore, type Readable, type SignInFeature, type SignInState } from '@latchkey/core'
import { type AccountId, parseAccountId, parseChainId, toAccountId } from '@latchkey/protocol'

/**
 * Whose data the pages can show. `idle`: no wallet is connected, or it is on a network that the site does not list. `needed`: the active
 * account has to sign in. `why` is `ended` if it was signed in on this page before, and `left` if the visitor signed out here. `away`: the
 * server does not answer, so the sign-in is unknown.
 */
export type SignedIn =
  | { status: 'idle' | 'checking' | 'away' }
  | { status: 'needed'; why: 'first' | 'left' | 'ended' }
  /** The account as it signed in, CAIP-10. Its data is requested and cached under this ID. */
  | { status: 'signedIn'; owner: AccountId }

/** {@link SignedIn} as a store; `signOut` and `lose` end it. */
export type SignedInStore = Readable<SignedIn> & {
  /** Signs out on this browser. @throws LatchkeyError */
  signOut: () => Promise<void>
  /** Ends the sign-in after the server has reported that the account is not signed in. */
  lose: (owner: AccountId) => void
  /** Starts to follow the kit. @returns function that stops it */
  start: () => () => void
}

/** Follows the kit's sign-in. Reports an account as signed in only while the kit reports it for the active account. */
export function createSignedIn({
  signIn,
  away,
}: {
  /** Whether the last request for sign-ins got no answer. */
  away?: Readable<boolean> | undefined
  signIn: Pick<SignInFeature, 'getState' | 'subscribe' | 'getSessions' | 'signOut'>
}): SignedInStore {
  const store = createStore<SignedIn>({ status: 'idle' })
  /** The active account, and the account whose sign-in was confirmed during that time. */
  let about: AccountId | undefined
  let confirmed: AccountId | undefined
  let isLeaving = false
  let round = 0
  const set = (next: SignedIn) => {
    if (!isSame(store.getState(), next)) store.setState(next)
  }

  const read = async (subject: NonNullable<SignInState['subject']>, number: number) => {
    const sessions = await signIn.getSessions().catch(() => undefined)
    const state = store.getState()
    const isKept = state.status === 'signedIn' && isSameOwner(state.owner, subject.accountId)
    if (number !== round || (sessions === undefined && isKept)) return
    // If it cannot be read, use the active account: the server checks the sign-in of each request.
    const [session] = sessions ?? []
    const owner = session
      ? toAccountId({ chainId: session.data.chainId, address: session.data.accountAddress })
      : subject.accountId
    confirmed = subject.accountId
    set({ status: 'signedIn', owner })
  }
  const follow = ({ status, subject }: SignInState) => {
    round++
    const state = store.getState()
    const wasAbout = about
    about = subject?.accountId
    if (!subject || status === 'idle' || status === 'off') return set({ status: 'idle' })
    if (status === 'checking' || status === 'signedIn') {
      // Another network of the same account: keep the data until it is known whether the sign-in is valid there.
      const isKept = state.status === 'signedIn' && isSameOwner(state.owner, subject.accountId)
      if (!isKept) set({ status: 'checking' })
      if (status === 'signedIn') void read(subject, round)
      return
    }
    const wasSignedIn = confirmed === about
    confirmed = undefined
    // The server did not answer, so the visitor may be signed in. A new sign-in is still allowed.
    if (status === 'needed' && away?.getState()) return set({ status: 'away' })
    if (wasSignedIn) set({ status: 'needed', why: isLeaving ? 'left' : 'ended' })
    else if (wasAbout !== about || state.status !== 'needed') set({ status: 'needed', why: 'first' })
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    signOut: async () => {
      isLeaving = true
      try {
        await signIn.signOut()
      } finally {
        isLeaving = false
      }
    },
    lose: (owner) => {
      const state = store.getState()
      if (state.status !== 'signedIn' || state.owner !== owner) return
      round++
      confirmed = undefined
      set({ status: 'needed', why: 'ended' })
      // The kit still treats the account as signed in, and would not ask again.
      void signIn.signOut().catch(() => undefined)
    },
    start: () => {
      const stops = [signIn.subscribe(follow), away?.subscribe(() => follow(signIn.getState()))]
      follow(signIn.getState())
      return () => {
        round++
        for (const stop of stops) stop?.()
      }
    },
  }
}

/** Whether two CAIP-10 accounts have the same address in the same family. */
function isSameOwner(one: AccountId, other: AccountId): boolean {
  const [a, b] = [parseAccountId(one), parseAccountId(other)]
  const [family, otherFamily] = [a, b].map(({ chainId }) => parseChainId(chainId).namespace)
  if (family !== otherFamily) return false
  return family === 'eip155' ? a.address.toLowerCase() === b.address.toLowerCase() : a.address === b.address
}

function isSame(one: SignedIn, other: SignedIn): boolean {
  if (one.status === 'signedIn' && other.status === 'signedIn') return one.owner === other.owner
  if (one.status === 'needed' && other.status === 'needed') return one.why === other.why
  return one.status === other.status
}
