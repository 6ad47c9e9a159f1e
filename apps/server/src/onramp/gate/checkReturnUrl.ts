import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Checks where the provider's page leads back to: a page of the project, and of nobody else.
 *
 * @param options.allows the project's origins, as `createOriginMatcher` gives them
 * @returns the address in its normal form
 * @throws LatchkeyError `onramp_return_invalid`
 */
export function checkReturnUrl({ text, allows }: { text: string; allows: (origin: string) => boolean }): string {
  const url = URL.parse(text)
  const isPage = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isPage || url.username || url.password || !allows(url.origin)) {
    throw new ServiceError('onramp_return_invalid', { field: 'returnUrl' })
  }
  return url.href
}
