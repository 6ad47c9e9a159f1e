import { ServiceError } from '@latchkey/protocol/errors'
import type { Card } from './Card.ts'
import type { CardHandlers, CardStore, PresentedCard } from './createCardStore.ts'
import { toCardFailure } from './toCardFailure.ts'

/** The cards on which something is done that takes a while and may fail. */
type AskingKind = Extract<Card, { busy: boolean }>['kind']

/** What a card's handlers have at hand while somebody is asked. */
export type CardQuestion<Kind extends AskingKind, Answer> = {
  update: PresentedCard<Kind>['update']
  /** Closes the card with an answer. */
  answer: (answer: Answer) => void
  /** Closes the card without one. */
  fail: (error: unknown) => void
  /** Does one thing at a time: the card is busy meanwhile, and shows why it failed. */
  run: (work: () => Promise<void>) => void
  isBusy: () => boolean
}

/**
 * Asks somebody on a card, which shows until there is an answer.
 *
 * @param options.handlers what a person can do on the card; closing it is `user_rejected`
 * @param options.follow watches for what answers the question elsewhere; gives what stops it
 * @throws LatchkeyError `user_rejected` when the card was closed; the signal's reason
 * @example
 * await askOnCard<'stepUp', void>({
 *   cards,
 *   signal,
 *   card: { kind: 'stepUp', reason: 'email', method: 'passkey', busy: false, failure: null },
 *   handlers: ({ answer, run }) => ({ confirmWithPasskey: () => run(() => confirm().then(answer)) }),
 * })
 */
export function askOnCard<Kind extends AskingKind, Answer>({
  cards,
  card,
  signal,
  handlers,
  follow = () => () => {},
}: {
  cards: CardStore
  card: Extract<Card, { kind: Kind }>
  signal: AbortSignal
  handlers: (question: CardQuestion<Kind, Answer>) => CardHandlers
  follow?: (question: CardQuestion<Kind, Answer>) => () => void
}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let busy = false
    const stop = () => {
      presented.close()
      stopFollowing()
      signal.removeEventListener('abort', giveUp)
    }
    const fail = (error: unknown) => {
      stop()
      reject(error)
    }
    const giveUp = () => fail(signal.reason)
    // Every card that asks has these two.
    const show = (state: Partial<Extract<Card, { kind: AskingKind }>>) =>
      presented.update(state as Partial<Extract<Card, { kind: Kind }>>)
    const question: CardQuestion<Kind, Answer> = {
      update: (patch) => presented.update(patch),
      answer: (answer) => {
        stop()
        resolve(answer)
      },
      fail,
      run: (work) => {
        if (busy) return
        busy = true
        show({ busy: true, failure: null })
        work()
          .catch((error: unknown) => show({ failure: toCardFailure(error) }))
          .finally(() => {
            busy = false
            show({ busy: false })
          })
      },
      isBusy: () => busy,
    }
    const presented = cards.present<Kind>(card, {
      cancel: () => fail(new ServiceError('user_rejected')),
      ...handlers(question),
    })
    const stopFollowing = follow(question)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp)
  })
}
