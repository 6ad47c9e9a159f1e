import type { ErrorCode } from '@latchkey/protocol'
import { useEffect } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { closeLastSentence } from '../messages/closeLastSentence.ts'
import { translateError } from '../messages/createTranslate.ts'

/**
 * The text of a failure in the provider's language, letter by letter as the catalog has it; as it was reported until the texts of
 * that language have come, which are fetched with the first failure.
 *
 * @param error what a feature's state holds, or what was thrown; undefined while nothing failed
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
