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

/** A parsed request and its action after an approval. */
export type Read<Result> = {
  description: Description
  /** Additional fields of the card. */
  card?: Partial<ApproveCard>
  /** Runs after the approval, with the wallet unlocked, when it has become irrevocable. */
  act: () => Promise<Result>
}

/** A request that needs an approval. */
export type ReviewRequest<Result, Reader> = {
  method: string
  network: ApprovalNetwork
  account: string
  signal: AbortSignal
  /** Called when it becomes irrevocable. */
  hold: () => void
  /** Loads another reader than the one of EVM requests. */
  loadReader?: () => Promise<Reader>
  read: (tools: { reader: Reader; wallet: WalletView; origin: string; signal: AbortSignal }) => Promise<Read<Result>>
}

/** Shows requests and takes the decisions; the caller handles the results. */
export type Reviews = {
  /**
   * Shows a request while it is read, then its description. After the approval it runs the request's action. One at a time.
   *
   * @throws LatchkeyError `prompt_open`, `frame_busy`, `request_refused`, `user_rejected`, errors of the read and the action
   */
  review: <Result, Reader = ReaderCalls>(request: ReviewRequest<Result, Reader>) => Promise<Result>
  /** Shows a request that is never signed. Only one such card at a time; the host gets its answer in any case. */
  showRefused: (options: { method: string; description: Description | null }) => void
  /**
   * Shows the status of calls, without waiting for the visitor.
   *
   * @throws LatchkeyError `prompt_open` while a request is pending, `frame_busy`
   */
  showCalls: (card: Omit<Extract<Card, { kind: 'calls' }>, 'kind' | 'asker'>) => void
  /** Closes cards that need no answer: refusals, failures. */
  dismiss: () => void
  /** The pending request, for the approval window. */
  current: () => ApproveCard | null
  /**
   * Takes the decision of the approval window, which has checked trust, delay and focus itself.
   *
   * @throws LatchkeyError `request_aborted` if the request in the window is no longer pending: another may have replaced it
   */
  decide: (options: { id: string; approved: boolean }) => void
}

/** Creates the reviews of one frame. */
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
      // A notice counts as a prompt, but does not block the next request.
      gate.enter()()
    } catch {
      // Too many: the page gets the error, the visitor sees nothing.
      return
    }
    presentRefused(request)
  }

  let closeCalls = () => {}
  const showCalls: Reviews['showCalls'] = (shown) => {
    // Like a notice of a refusal: it counts, and does not block.
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
    // Aborted before it arrived: the host knows, and the visitor must not be asked.
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
      // Without proof that the card is visible, a click on it decides nothing.
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
      // Aborted while the wallet was unlocked: the host was told that nothing is signed, so nothing is.
      signal.throwIfAborted()
      // Irrevocable from here on.
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
 * Returns whether more than a plain message is at stake. A page can hide the card in ways that no engine reports (a mask over the
 * frame), so a card alone never moves money.
 */
function isAtStake({ intent, findings }: Description): boolean {
  const isPlain = intent === 'signMessage' || intent === 'signIn'
  return !isPlain || findings.some(({ level }) => level === 'warn')
}
