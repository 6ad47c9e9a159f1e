import { Invitation } from '../../account/Invitation.tsx'
import { useAccountAddress } from '../../account/useAccountAddress.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { usePageTitle } from '../../ui/usePageTitle.ts'
import { Portfolio, PortfolioSkeleton } from './Portfolio.tsx'

/** The visitor's assets on every network of the site. */
export function PortfolioPage() {
  const { text } = useLanguage()
  const account = useAccountAddress()
  usePageTitle(text.portfolio.title)
  if (account.status === 'restoring') return <PortfolioSkeleton />
  if (account.status === 'disconnected') {
    return <Invitation icon="portfolio" title={text.portfolio.invite} text={text.portfolio.inviteText} />
  }
  return <Portfolio key={account.address} />
}
