import { LatchkeyError } from '@latchkey/protocol'

const texts: Readonly<Record<string, string>> = {
  pairing_uri_invalid: 'This code is cut short, or of an old kind. Copy it from the site again.',
  pairing_expired: 'This code has ended. Ask the site for a new one.',
  relay_unavailable: 'The relay cannot be reached, so the code could not be used. Try again.',
  relay_refused: 'The relay does not take this phone: its project id or this page’s address is not on the list.',
}

/** Explains why a code could not be used, and the next step. */
export function pairingFailure(error: unknown): string {
  const text = error instanceof LatchkeyError ? texts[error.code] : undefined
  return text ?? 'The code could not be used. Try again.'
}
