import { createStore, type Readable } from '../state/Store.ts'
import type { Card, CardActions, WindowPage } from './Card.ts'

/** What a person's actions do while a card shows. What is left out does nothing. */
export type CardHandlers = Partial<CardActions>

/** A card that was presented. */
export type PresentedCard<Kind extends Card['kind']> = {
  /** Changes fields of the card; does nothing once it was closed. */
  update: (patch: Partial<Extract<Card, { kind: Kind }>>) => void
  close: () => void
  isOpen: () => boolean
}

/** Holds what the frame shows. */
export type CardStore = {
  /** The card on top; null: nothing to show. */
  card: Readable<Card | null>
  /** What the screens call. */
  actions: CardActions
  /** Shows a card over those that are open already; when it is closed, the one below shows again. */
  present: <Kind extends Card['kind']>(
    card: Extract<Card, { kind: Kind }>,
    handlers: CardHandlers,
  ) => PresentedCard<Kind>
  /** Closes every card. */
  clear: () => void
}

type Layer = { card: Card; handlers: CardHandlers }

/**
 * Makes the store of the frame's cards. One card shows at a time; an action reaches the card that shows and no other.
 *
 * @param options.openWindow opens a window of the wallet for the card that shows; called inside the click
 * @example
 * const cards = createCardStore({ openWindow: () => {} })
 * const code = cards.present({ kind: 'code', … }, { submitCode: (otp) => verify(otp), cancel: () => code.close() })
 */
export function createCardStore({ openWindow }: { openWindow: (page: WindowPage, card: Card) => void }): CardStore {
  const layers: Layer[] = []
  const card = createStore<Card | null>(null)
  const publish = () => card.setState(layers.at(-1)?.card ?? null)
  const top = () => layers.at(-1)?.handlers
  return {
    card,
    actions: {
      submitCode: (code) => top()?.submitCode?.(code),
      resendCode: () => top()?.resendCode?.(),
      cancel: () => top()?.cancel?.(),
      recoverWithPasskey: () => top()?.recoverWithPasskey?.(),
      unlock: () => top()?.unlock?.(),
      protectWithPasskey: () => top()?.protectWithPasskey?.(),
      skipProtection: () => top()?.skipProtection?.(),
      confirmWithPasskey: () => top()?.confirmWithPasskey?.(),
      confirmWithProvider: () => top()?.confirmWithProvider?.(),
      goOn: () => top()?.goOn?.(),
      readAgain: () => top()?.readAgain?.(),
      openWindow: (page) => {
        const layer = layers.at(-1)
        if (!layer) return
        layer.handlers.openWindow?.(page)
        openWindow(page, layer.card)
      },
      approve: () => top()?.approve?.(),
      reject: () => top()?.reject?.(),
    },
    present: (first, handlers) => {
      const layer: Layer = { card: first, handlers }
      layers.push(layer)
      publish()
      return {
        update: (patch) => {
          if (!layers.includes(layer)) return
          layer.card = { ...layer.card, ...patch } as Card
          publish()
        },
        close: () => {
          const index = layers.indexOf(layer)
          if (index < 0) return
          layers.splice(index, 1)
          publish()
        },
        isOpen: () => layers.includes(layer),
      }
    },
    clear: () => {
      // Whoever waits for a card is told: a request that nobody can answer any more would stand in the way of every next one.
      for (const { handlers } of [...layers].reverse()) handlers.cancel?.()
      layers.length = 0
      publish()
    },
  }
}
