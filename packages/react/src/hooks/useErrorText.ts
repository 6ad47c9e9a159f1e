import type { ErrorCode } from '@latchkey/protocol'
import { useEffect } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { closeLastSentence } from '../messages/closeLastSentence.ts'
import { translateError } from '../messages/createTranslate.ts'

/**
 * Returns the text of a failure in the provider's language. Fetches that language's texts with the first failure, and returns the
 * reported text until they arrive.
 *
 * @param error error from a feature's state, or a thrown one; undefined without a failure
 * @example const text = useErrorText(swap.state.pricing.error)
 */
export function useErrorText(error: { code: ErrorCode; message: string }): string
export function useErrorText(error: { code: ErrorCode; message: string } | undefined): string | undefined
export function useErrorText(error: { code: ErrorCode; message: string } | undefined): string | undefined {
  const { messages, loadTexts } = useLatchkeyContext()
  const isFailed = error !== undefined
  useEffect(() => {
    if (isFailed) loadTexts()
  }, [isFailed, loadTexts])
  return error && closeLastSentence(translateError(messages, error))
}
