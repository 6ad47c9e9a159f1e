import { createStore, type Readable } from '../state/Store.ts'
import type { Card, CardActions, WindowPage } from './Card.ts'

/** Handlers of a visible card. A missing one does nothing. */
export type CardHandlers = Partial<CardActions>

/** A presented card. */
export type PresentedCard<Kind extends Card['kind']> = {
  /** Changes fields of the card; does nothing after it was closed. */
  update: (patch: Partial<Extract<Card, { kind: Kind }>>) => void
  close: () => void
  isOpen: () => boolean
}

/** Store of the frame's cards. */
export type CardStore = {
  /** The card on top; null: nothing to show. */
  card: Readable<Card | null>
  /** Actions that the screens call. */
  actions: CardActions
  /** Shows a card over the open ones. When it closes, the one below shows again. */
  present: <Kind extends Card['kind']>(
    card: Extract<Card, { kind: Kind }>,
    handlers: CardHandlers,
  ) => PresentedCard<Kind>
  /** Closes every card. */
  clear: () => void
}

type Layer = { card: Card; handlers: CardHandlers }

/**
 * Creates the store of the frame's cards. One card shows at a time, and an action reaches only the visible card.
 *
 * @param options.openWindow opens a wallet window for the visible card; called inside the click
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
      // Cancel every pending card: a request that can no longer be answered would block all later ones.
      for (const { handlers } of [...layers].reverse()) handlers.cancel?.()
      layers.length = 0
      publish()
    },
  }
}
