import { ServiceError } from '@latchkey/protocol/errors'

/**
 * Checks the URL to which the provider's page returns. It must be a page of the project.
 *
 * @param options.allows matches the project's origins, from `createOriginMatcher`
 * @returns the normalized URL
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
