import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks'
import { CardView } from '../cards/CardView.tsx'
import type { LaterCards } from '../cards/LaterCards.ts'
import type { LoadedMessages } from '../messages/createMessageLoader.ts'
import type { MessageTable } from '../messages/createTranslate.ts'
import { applyTheme } from '../ui/applyTheme.ts'
import { createScope, ScopeContext } from '../ui/Scope.ts'
import { useReadable } from '../ui/useReadable.ts'
import type { Frame } from './Frame.ts'

export type FrameScreenProps = {
  frame: Frame
  /** Available immediately: shown until the language's texts have loaded. Later screens bring their own. */
  english: MessageTable
  loadMessages: (language: string) => Promise<LoadedMessages>
  /** The screens of an unlocked wallet; their caller has loaded them. */
  later: () => { cards: LaterCards; english: MessageTable } | null
}

/** The frame's whole screen: the card on top, or nothing. */
export function FrameScreen({ frame, english, loadMessages, later }: FrameScreenProps) {
  const card = useReadable(frame.card)
  const asker = useReadable(frame.asker)
  const theme = useReadable(frame.theme)
  const wanted = useReadable(frame.language)
  const [{ language, messages }, setLoaded] = useState<LoadedMessages>({ language: 'en', messages: english })
  const { cards, english: laterEnglish } = later() ?? {}
  const scope = useMemo(
    () => createScope({ messages: { ...laterEnglish, ...messages }, language }),
    [laterEnglish, messages, language],
  )
  useEffect(() => {
    let gone = false
    void loadMessages(wanted).then((loaded) => !gone && setLoaded(loaded))
    return () => {
      gone = true
    }
  }, [wanted, loadMessages])
  useLayoutEffect(() => applyTheme({ root: document.documentElement, theme, language }), [theme, language])
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
      {card !== null && (
        <CardView card={card} asker={asker} actions={frame.actions} onHeight={frame.resize} later={cards} />
      )}
    </ScopeContext.Provider>
  )
}
