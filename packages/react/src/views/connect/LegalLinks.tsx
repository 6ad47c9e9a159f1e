import { Fragment } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'

/** The operator's terms and privacy policy, if they are set. */
export function LegalLinks() {
  const { termsUrl, privacyUrl } = useModalScope().latchkey.config
  if (termsUrl === undefined && privacyUrl === undefined) return null
  return (
    <p className="legal">
      <LegalSentence kind="legal" />
    </p>
  )
}

/** The legal sentence with links. `legal`: connecting accepts them. `consent`: ticking a box accepts them. */
export function LegalSentence({ kind }: { kind: 'legal' | 'consent' }) {
  const { latchkey, t } = useModalScope()
  const { termsUrl, privacyUrl } = latchkey.config
  const links = {
    terms: termsUrl === undefined ? undefined : { href: termsUrl, text: t('legal.terms') },
    privacy: privacyUrl === undefined ? undefined : { href: privacyUrl, text: t('legal.privacy') },
  }
  const which = links.terms && links.privacy ? 'both' : links.terms ? 'termsOnly' : 'privacyOnly'
  return t(`${kind}.${which}`)
    .split(/(<terms>|<privacy>)/)
    .map((part) => {
      const link = part === '<terms>' ? links.terms : part === '<privacy>' ? links.privacy : undefined
      return link === undefined ? (
        <Fragment key={part}>{part}</Fragment>
      ) : (
        <a key={part} href={link.href} target="_blank" rel="noopener noreferrer">
          {link.text}
        </a>
      )
    })
}
