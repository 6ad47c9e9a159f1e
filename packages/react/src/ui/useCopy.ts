import { useCallback, useEffect, useRef, useState } from 'react'
import { copyText } from './copyText.ts'

export type UseCopyReturnType = { state: 'idle' | 'copied' | 'failed'; copy: () => void }

/** Copies a text, and shows the result for two seconds. */
export function useCopy(text: string): UseCopyReturnType {
  const [state, setState] = useState<UseCopyReturnType['state']>('idle')
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const copy = useCallback(async () => {
    const copied = await copyText(text)
    setState(copied ? 'copied' : 'failed')
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setState('idle'), 2000)
  }, [text])
  return { state, copy: () => void copy() }
}
