import type { Latchkey } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react'
import { createFormat, type Format } from '../format/createFormat.ts'
import { closeLastSentence } from '../messages/closeLastSentence.ts'
import { createTranslate, type MessageTable, type Translate, translateError } from '../messages/createTranslate.ts'
import { en } from '../messages/en.ts'
import { fillText } from '../messages/fillText.ts'
import { useReadable } from '../store/useReadable.ts'
import { useLatchkeyContext } from './LatchkeyContext.ts'

/** Values that all views share. */
export type ModalScopeValue = {
  latchkey: Latchkey
  t: Translate
  /** Returns the text of a failure exactly as in the catalog; `retryAfter` in seconds. */
  sentence: (error: { code: ErrorCode; message: string; retryAfter?: number | undefined }) => string
  /** Returns the text of a failure as a heading, without a final period. */
  headline: (error: { code: ErrorCode; message: string }) => string
  format: Format
  /** State that a view restores when the visitor returns to it; cleared when the modal closes. */
  memory: Map<string, unknown>
}

const ModalScopeContext = createContext<ModalScopeValue | undefined>(undefined)

/** Provides texts, formats and memory for the views. */
export function ModalScope({ children }: { children: ReactNode }) {
  const { latchkey, loader, messages, locale } = useLatchkeyContext()
  const { groups } = useReadable(loader)
  const memory = useRef(new Map<string, unknown>()).current
  const value = useMemo<ModalScopeValue>(() => {
    const table = Object.assign(
      {},
      en,
      ...Object.values(groups).map((group) => group.messages),
      messages,
    ) as MessageTable
    const t = createTranslate(table, fillText)
    const format = createFormat(locale)
    return {
      latchkey,
      t,
      sentence: (error) =>
        error.code === 'email_cooldown' && error.retryAfter !== undefined
          ? t('email.cooldown', { wait: format.seconds(error.retryAfter) })
          : closeLastSentence(translateError(table, error)),
      headline: (error) => translateError(table, error),
      format,
      memory,
    }
  }, [latchkey, groups, messages, locale, memory])
  return <ModalScopeContext.Provider value={value}>{children}</ModalScopeContext.Provider>
}

/** Returns the values that all views share. @throws Error outside the modal */
export function useModalScope(): ModalScopeValue {
  const value = useContext(ModalScopeContext)
  if (value === undefined) throw new Error('A view was rendered outside the modal')
  return value
}
