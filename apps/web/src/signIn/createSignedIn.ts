import { createStore, type Readable, type SignInFeature, type SignInState } from '@latchkey/core'
import { type AccountId, parseAccountId, parseChainId, toAccountId } from '@latchkey/protocol'

/**
 * Whose things the pages may show. `idle`: nobody is connected, or on a network that the site does not list. `needed`: the account in use has to
 * sign in (`away`: that could not be read, for the server does not answer); `ended` when it was signed in on this page and no more is, `left` when the visitor signed out here.
 */
export type SignedIn =
  | { status: 'idle' | 'checking' | 'away' }
  | { status: 'needed'; why: 'first' | 'left' | 'ended' }
  /** The account as it signed in, CAIP-10: what is kept for it is asked for, and cached, under it. */
  | { status: 'signedIn'; owner: AccountId }

/** {@link SignedIn}, followed; `signOut` and `lose` end it. */
export type SignedInStore = Readable<SignedIn> & {
  /** Signs out on this browser. @throws LatchkeyError */
  signOut: () => Promise<void>
  /** The server says that nobody is signed in as this account any more. */
  lose: (owner: AccountId) => void
  /** Follows the kit from now on. @returns what ends it */
  start: () => () => void
}

/** Follows the kit's sign-in, and knows who is signed in only while the kit says so of the account in use. */
export function createSignedIn({
  signIn,
  away,
}: {
  /** Whether the question who is signed in got no answer. */
  away?: Readable<boolean> | undefined
  signIn: Pick<SignInFeature, 'getState' | 'subscribe' | 'getSessions' | 'signOut'>
}): SignedInStore {
  const store = createStore<SignedIn>({ status: 'idle' })
  /** The account in use, and the one that was known to be signed in while it was. */
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
    // Where it cannot be read the account in use is as good a name: the server says whether it is signed in.
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
      // Another network with the same account: what is shown stays until it is known whether the sign-in counts there.
      const isKept = state.status === 'signedIn' && isSameOwner(state.owner, subject.accountId)
      if (!isKept) set({ status: 'checking' })
      if (status === 'signedIn') void read(subject, round)
      return
    }
    const wasSignedIn = confirmed === about
    confirmed = undefined
    // Nobody has said that nobody is signed in. A visitor who signs in all the same is let.
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
      // The kit still takes the account for signed in, and would not ask.
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

/** Whether two accounts of CAIP-10 are one address of one family. */
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
