import type { ComponentChildren, Ref } from 'preact'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { AskerLine } from '../ui/AskerLine.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useScope } from '../ui/Scope.ts'
import type { Asker } from './Card.ts'

/** What every card is given besides its own fields. */
export type CardSurroundings = {
  asker: Asker | null
  /** Closes the card; undefined where closing makes no sense now. */
  onClose: (() => void) | undefined
}

/** The surroundings of the card that shows. */
export const CardSurroundingsContext = createContext<CardSurroundings>({ asker: null, onClose: undefined })

/** What {@link CardFrame} takes. */
export type CardFrameProps = {
  title: string
  children: ComponentChildren
  /** Stays in sight under the content. */
  foot?: ComponentChildren
  footRef?: Ref<HTMLDivElement>
}

/** Header with title, verified origin and close; content that scrolls; a foot that does not. */
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
