import type { FrameEvent } from '@latchkey/protocol'
import type { Card } from '../cards/Card.ts'
import type { Readable } from '../state/Store.ts'

/** Sends the host the kind of the visible card, never its contents. */
export function notifyCards({
  card,
  emit,
}: {
  card: Readable<Card | null>
  emit: (event: FrameEvent) => void
}): () => void {
  let shown: Card['kind'] | null = null
  const tell = (next: Card | null) => {
    const kind = next?.kind ?? null
    if (kind === shown) return
    shown = kind
    if (next) emit({ name: 'show', card: next.kind, closable: next.kind !== 'protect' || next.skippable })
    else emit({ name: 'hide' })
  }
  tell(card.getState())
  return card.subscribe(tell)
}
