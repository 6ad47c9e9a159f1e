import type { DescriptionField } from '../Description.ts'
import { revealHidden } from '../text/revealHidden.ts'
import type { SignInText } from './SignInText.ts'

/** What a sign-in says, field by field, in the order in which it is shown; what it does not say is left out. */
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
