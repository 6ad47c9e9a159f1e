import { useEffect, useMemo } from 'preact/hooks'
import type { Frame } from '../frame/Frame.ts'
import type { MessageTable } from '../messages/createTranslate.ts'
import { applyTheme } from '../ui/applyTheme.ts'
import { createScope, ScopeContext } from '../ui/Scope.ts'
import { useReadable } from '../ui/useReadable.ts'
import { CardView } from './CardView.tsx'

/** What {@link FrameScreen} takes. */
export type FrameScreenProps = {
  frame: Frame
  /** The texts of a language; English at once, others when they arrived. */
  messages: MessageTable
  /** BCP 47: the language of `messages`. */
  language: string
}

/** The frame's whole screen: the card on top, or nothing. */
export function FrameScreen({ frame, messages, language }: FrameScreenProps) {
  const card = useReadable(frame.card)
  const asker = useReadable(frame.asker)
  const theme = useReadable(frame.theme)
  const scope = useMemo(() => createScope({ messages, language }), [messages, language])
  useEffect(() => applyTheme({ root: document.documentElement, theme, language }), [theme, language])
  useEffect(() => {
    const { touch } = frame
    document.addEventListener('pointerdown', touch)
    document.addEventListener('keydown', touch)
    return () => {
      document.removeEventListener('pointerdown', touch)
      document.removeEventListener('keydown', touch)
    }
  }, [frame])
  return (
    <ScopeContext.Provider value={scope}>
      {card !== null && <CardView card={card} asker={asker} actions={frame.actions} onHeight={frame.resize} />}
    </ScopeContext.Provider>
  )
}
