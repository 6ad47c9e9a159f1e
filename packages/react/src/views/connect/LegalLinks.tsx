import { Fragment } from 'react'
import { useModalScope } from '../../modal/ModalScope.tsx'

/** The operator's terms and privacy policy, when there are any. */
export function LegalLinks() {
  const { latchkey, t } = useModalScope()
  const { termsUrl, privacyUrl } = latchkey.config
  if (termsUrl === undefined && privacyUrl === undefined) return null
  const links = {
    terms: termsUrl === undefined ? undefined : { href: termsUrl, text: t('legal.terms') },
    privacy: privacyUrl === undefined ? undefined : { href: privacyUrl, text: t('legal.privacy') },
  }
  const sentence = t(
    termsUrl !== undefined && privacyUrl !== undefined
      ? 'legal.both'
      : termsUrl !== undefined
        ? 'legal.termsOnly'
        : 'legal.privacyOnly',
  )
  return (
    <p className="legal">
      {sentence.split(/(<terms>|<privacy>)/).map((part) => {
        const link = part === '<terms>' ? links.terms : part === '<privacy>' ? links.privacy : undefined
        return link === undefined ? (
          <Fragment key={part}>{part}</Fragment>
        ) : (
          <a key={part} href={link.href} target="_blank" rel="noopener noreferrer">
            {link.text}
          </a>
        )
      })}
    </p>
  )
}
