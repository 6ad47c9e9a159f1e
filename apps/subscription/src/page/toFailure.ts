import { LatchkeyError } from '@latchkey/protocol'

/** The texts of this page for codes of the wallet, by step. */
const texts: Readonly<Record<'asking' | 'ending', Partial<Record<string, string>>>> = {
  asking: {
    user_rejected: 'You declined. Nothing was allowed and nothing is paid.',
    wallet_lacks_method: 'This wallet cannot pay a subscription. Connect with an email address or a social login.',
    transaction_uncertain:
      'It is not known yet whether your wallet allowed it. Press Subscribe again: nothing is allowed twice.',
  },
  ending: {
    user_rejected: 'You canceled. The subscription continues.',
    session_half_revoked: 'The payments have stopped, but the network does not know yet. Press End once more.',
  },
}

/** Returns the page's text for a failed step, or the error that the kit has a text for. */
export function toFailure(failed: { step: 'asking' | 'ending'; cause: unknown } | undefined): {
  text: string | undefined
  coded: LatchkeyError | undefined
} {
  if (failed === undefined) return { text: undefined, coded: undefined }
  const { step, cause } = failed
  if (cause instanceof LatchkeyError) {
    const text = texts[step][cause.code]
    return { text, coded: text === undefined ? cause : undefined }
  }
  const isSilent = cause instanceof TypeError || cause instanceof DOMException
  const text = isSilent || !(cause instanceof Error) ? 'The newspaper does not answer at the moment.' : cause.message
  return { text, coded: undefined }
}
