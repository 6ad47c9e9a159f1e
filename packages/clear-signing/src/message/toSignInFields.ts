import type { DescriptionField } from '../Description.ts'
import { revealHidden } from '../text/revealHidden.ts'
import type { SignInText } from './SignInText.ts'

/** Returns the fields of a sign-in in their display order, without missing ones. */
export function toSignInFields({
  address,
  chainId,
  domain,
  expirationTime,
  issuedAt,
  nonce,
  uri,
}: SignInText): DescriptionField[] {
  const field = (name: string, text: string | undefined): DescriptionField[] =>
    text === undefined
      ? []
      : [
          {
            name,
            label: name === 'nonce' ? 'nonce' : null,
            type: 'string',
            value: { kind: 'text', text },
            children: [],
          },
        ]
  return [
    ...field('domain', revealHidden(domain).text),
    ...field('address', address),
    ...field('uri', uri),
    ...field('chainId', chainId),
    ...field('nonce', nonce),
    ...field('issuedAt', issuedAt),
    ...field('expirationTime', expirationTime),
  ]
}
