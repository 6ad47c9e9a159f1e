import type { ComponentChildren, Ref } from 'preact'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { AskerLine } from '../ui/AskerLine.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Asker } from './Card.ts'

/** Context of every card. */
export type CardSurroundings = {
  asker: Asker | null
  /** Closes the card; undefined while it cannot be closed. */
  onClose: (() => void) | undefined
}

/** Context of the visible card. */
export const CardSurroundingsContext = createContext<CardSurroundings>({ asker: null, onClose: undefined })

export type CardFrameProps = {
  title: string
  children: ComponentChildren
  /** Stays visible below the content. */
  foot?: ComponentChildren
  footRef?: Ref<HTMLDivElement>
}

/** Header with title, verified origin and close button; content that scrolls; a foot that does not. */
export function CardFrame({ title, children, foot, footRef = null }: CardFrameProps) {
  const { t } = useScope()
  const { asker, onClose } = useContext(CardSurroundingsContext)
  return (
    <>
      <header class="header">
        <span />
        <div class="heading">
          <h1 id="card-title" class="title" tabIndex={-1}>
            {title}
          </h1>
          {asker !== null && <AskerLine asker={asker} />}
        </div>
        {onClose !== undefined && <IconButton icon="close" label={t('close')} onClick={onClose} />}
      </header>
      <section class="stage" tabIndex={foot === undefined ? undefined : 0} aria-labelledby="card-title">
        <div class="view" data-foot={foot === undefined ? undefined : ''}>
          {children}
        </div>
      </section>
      {foot !== undefined && (
        <div class="foot" ref={footRef}>
          {foot}
        </div>
      )}
    </>
  )
}
