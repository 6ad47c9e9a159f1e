import type { Description } from '@latchkey/clear-signing'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Card } from '../cards/Card.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import { RpcRefusal } from '../gateway/RpcRefusal.ts'
import type { WalletView } from '../wallet/walletReducer.ts'
import type { ReaderCalls } from '../worker/ReaderCalls.ts'
import type { ApprovalNetwork, ApprovalPorts } from './createApprovals.ts'
import { createDecision } from './createDecision.ts'
import { describePerson } from './describePerson.ts'
import { refusalOf } from './refusalOf.ts'

type ApproveCard = Extract<Card, { kind: 'approve' }>

/** A request that was read, and what is done when a person approves of it. */
export type Read<Result> = {
  description: Description
  /** What else the card shows. */
  card?: Partial<ApproveCard>
  /** Runs when it was approved, the wallet is open, and it cannot be taken back any more. */
  act: () => Promise<Result>
}

/** A request that a person decides about. */
export type ReviewRequest<Result, Reader> = {
  method: string
  network: ApprovalNetwork
  account: string
  signal: AbortSignal
  /** Called when it cannot be taken back any more. */
  hold: () => void
  /** Who reads it, where that is not the reader of Ethereum-type requests. */
  loadReader?: () => Promise<Reader>
  read: (tools: { reader: Reader; wallet: WalletView; origin: string; signal: AbortSignal }) => Promise<Read<Result>>
}

/** Shows requests and takes the decision about each; what comes of it is the caller's. */
export type Reviews = {
  /**
   * Shows a request while it is read, and what was read; after the approval does what the request asks for. One at a time.
   *
   * @throws LatchkeyError `prompt_open`, `frame_busy`, `request_refused`, `user_rejected`, what reading and acting throw
   */
  review: <Result, Reader = ReaderCalls>(request: ReviewRequest<Result, Reader>) => Promise<Result>
  /** Shows a request that is never signed. Only one such card at a time; the host is answered in any case. */
  showRefused: (options: { method: string; description: Description | null }) => void
  /**
   * Shows what became of calls; it waits for nobody.
   *
   * @throws LatchkeyError `prompt_open` while a request waits, `frame_busy`
   */
  showCalls: (card: Omit<Extract<Card, { kind: 'calls' }>, 'kind' | 'asker'>) => void
  /** Closes what is left on the screen and waits for no answer: a refusal, a failure. */
  dismiss: () => void
  /** The request that waits, for the approval window. */
  current: () => ApproveCard | null
  /**
   * The decision of the approval window, which has checked trust, delay and focus itself.
   *
   * @throws LatchkeyError `request_aborted` when the request that the window shows waits no more: another may stand in its place
   */
  decide: (options: { id: string; approved: boolean }) => void
}

/** Makes the reviews of one frame. */
export function createReviews({
  cards,
  gate,
  loadReader,
  visibility,
  asker,
  person,
  unlock,
  used,
  cardApprovals,
}: Pick<
  ApprovalPorts,
  'cards' | 'gate' | 'loadReader' | 'visibility' | 'asker' | 'person' | 'unlock' | 'used' | 'cardApprovals'
>): Reviews {
  let waiting: { card: () => ApproveCard; decide: (approved: boolean) => void } | null = null
  let refusedShows = false
  const leftovers = new Set<() => void>()

  const presentRefused = ({ method, description }: { method: string; description: Description | null }) => {
    if (refusedShows) return
    refusedShows = true
    const close = () => {
      refusedShows = false
      leftovers.delete(close)
      card.close()
    }
    leftovers.add(close)
    const card = cards.present<'refused'>(
      { kind: 'refused', asker: asker(), method, description },
      { cancel: close, reject: close },
    )
  }

  const showRefused: Reviews['showRefused'] = (request) => {
    try {
      // A notice counts as a prompt, but does not stand in the way of the next request.
      gate.enter()()
    } catch {
      // Too many: the page is told, the visitor is left alone.
      return
    }
    presentRefused(request)
  }

  let closeCalls = () => {}
  const showCalls: Reviews['showCalls'] = (shown) => {
    // As a notice of a refusal: it counts, and does not stand in the way.
    gate.enter()()
    closeCalls()
    const close = () => {
      leftovers.delete(close)
      card.close()
    }
    closeCalls = close
    leftovers.add(close)
    const card = cards.present<'calls'>({ kind: 'calls', asker: asker(), ...shown }, { cancel: close, reject: close })
  }

  const review: Reviews['review'] = async <Result, Reader>({
    method,
    network,
    account,
    signal,
    hold,
    loadReader: loadOther,
    read,
  }: ReviewRequest<Result, Reader>): Promise<Result> => {
    const load = loadOther ?? (loadReader as () => Promise<unknown> as () => Promise<Reader>)
    // Given up before it came here: the host was told so, and nobody is to be asked.
    signal.throwIfAborted()
    const leave = gate.enter()
    const controller = new AbortController()
    const decision = createDecision()
    let shown: ApproveCard = {
      kind: 'approve',
      id: crypto.randomUUID(),
      asker: asker(),
      method,
      account: { address: account, person: describePerson(person()) },
      network: {
        chainId: network.chainId,
        name: network.name,
        symbol: network.nativeCurrency.symbol,
        testnet: network.testnet,
      },
      description: null,
      place: visibility.canProve() ? 'card' : 'window',
      windowReason: 'engine',
      state: 'reading',
      failure: null,
    }
    const decide = (approved: boolean) => {
      if (shown.state !== 'ready' && shown.state !== 'inWindow' && approved) return
      decision.settle(approved)
    }
    const card = cards.present<'approve'>(shown, {
      // Without proof that the card is seen, a click on it decides nothing.
      approve: () => {
        if (shown.place === 'card') decide(true)
      },
      reject: () => decide(false),
      cancel: () => decide(false),
      openWindow: (page) => {
        if (page === 'approve' && shown.state === 'ready') update({ state: 'inWindow' })
      },
    })
    const update = (patch: Partial<ApproveCard>) => {
      shown = { ...shown, ...patch }
      card.update(patch)
    }
    const given = () => {
      controller.abort(signal.reason)
      decision.fail(signal.reason)
    }
    signal.addEventListener('abort', given, { once: true })
    waiting = { card: () => shown, decide }
    let keepCard = false
    try {
      const reading = async () => {
        const [reader, wallet] = await Promise.all([load(), unlock(controller.signal)])
        return read({ reader, wallet, origin: shown.asker.origin, signal: controller.signal })
      }
      const first = await Promise.race([reading(), decision.promise])
      if (typeof first === 'boolean') throw new ServiceError('user_rejected')
      const { description, card: more = {}, act } = first
      const refusal = refusalOf(description)
      if (refusal) {
        card.close()
        presentRefused({ method, description })
        throw new RpcRefusal({ code: 'request_refused', rpcCode: refusal.code === 'malformed' ? -32602 : 4001 })
      }
      const needsWindow = shown.place === 'card' && isAtStake(description) && (await cardApprovals()) === 'messages'
      update({
        ...more,
        description,
        state: 'ready',
        ...(needsWindow ? { place: 'window', windowReason: 'value' } : {}),
      })
      if (!(await decision.promise)) throw new ServiceError('user_rejected')
      used()
      update({ state: 'signing' })
      await unlock(controller.signal)
      // Given up while the wallet opened: the host was told that nothing was signed, so nothing is.
      signal.throwIfAborted()
      // From here on it cannot be taken back.
      hold()
      return await act().catch((error: unknown) => {
        keepCard = true
        throw error
      })
    } catch (error) {
      if (keepCard) {
        update({ state: 'failed', failure: toCardFailure(error) })
        const close = () => {
          leftovers.delete(close)
          card.close()
        }
        leftovers.add(close)
        decision.next(close)
      }
      throw error
    } finally {
      controller.abort()
      signal.removeEventListener('abort', given)
      waiting = null
      if (!keepCard) card.close()
      leave()
    }
  }

  return {
    review,
    showRefused,
    showCalls,
    dismiss: () => {
      for (const close of [...leftovers]) close()
    },
    current: () => waiting?.card() ?? null,
    decide: ({ id, approved }) => {
      if (!waiting || waiting.card().id !== id) throw new ServiceError('request_aborted')
      waiting.decide(approved)
    },
  }
}

/**
 * Whether more than a plain message is at stake. A page can make the card invisible in ways that no engine reports (a mask over the
 * frame), so what moves money is not left to a card.
 */
function isAtStake({ intent, findings }: Description): boolean {
  const isPlain = intent === 'signMessage' || intent === 'signIn'
  return !isPlain || findings.some(({ level }) => level === 'warn')
}
