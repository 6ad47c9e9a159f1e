import type { FrameEvent } from '@latchkey/protocol'
import type { Card } from '../cards/Card.ts'
import type { Readable } from '../state/Store.ts'

/** Tells the host when there is something to show, and what kind; never what is on it. */
export function tellCards({
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
