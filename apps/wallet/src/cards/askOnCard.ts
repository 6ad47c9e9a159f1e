import { ServiceError } from '@latchkey/protocol/errors'
import type { Card } from './Card.ts'
import type { CardHandlers, CardStore, PresentedCard } from './createCardStore.ts'
import { toCardFailure } from './toCardFailure.ts'

/** Cards with an action that takes time and may fail. */
type AskingKind = Extract<Card, { busy: boolean }>['kind']

/** Functions for a card's handlers while it asks. */
export type CardQuestion<Kind extends AskingKind, Answer> = {
  update: PresentedCard<Kind>['update']
  /** Closes the card with an answer. */
  answer: (answer: Answer) => void
  /** Closes the card with an error. */
  fail: (error: unknown) => void
  /** Runs one action at a time: the card is busy, and shows a failure. */
  run: (work: () => Promise<void>) => void
  isBusy: () => boolean
}

/**
 * Asks the visitor on a card, which stays until there is an answer.
 *
 * @param options.handlers the visitor's actions on the card; closing it is `user_rejected`
 * @param options.follow watches for an answer from elsewhere; returns a function that stops it
 * @throws LatchkeyError `user_rejected` if the card was closed; the signal's reason
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
    // Every asking card has these two fields.
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
