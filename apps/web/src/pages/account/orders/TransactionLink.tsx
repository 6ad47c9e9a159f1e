import type { ChainId } from '@latchkey/protocol'
import { Link } from '@tanstack/react-router'
import { useLanguage } from '../../../language/LanguageContext.ts'
import { explorerOf, explorerUrl } from '../../../site/explorer.ts'
import { useSite } from '../../../site/SiteContext.ts'
import button from '../../../ui/Button.module.css'
import { Icon } from '../../../ui/Icon.tsx'

/** Link to a transaction in the network's explorer, or to its details in the account's activity. */
export function TransactionLink({ chainId, hash }: { chainId: ChainId; hash: string }) {
  const { text } = useLanguage()
  const { networks } = useSite()
  const explorer = explorerOf({ networks, chainId })
  const look = { className: button.button, 'data-kind': 'plain', 'data-size': 's' }
  if (!explorer)
    return (
      <Link to="/activity" search={{ network: chainId, transaction: `${chainId}:${hash}` }} {...look}>
        {text.purchases.transaction}
      </Link>
    )
  return (
    <a href={explorerUrl({ explorer, path: `tx/${hash}` })} target="_blank" rel="noreferrer" {...look}>
      {text.purchases.transaction}
      <Icon name="external" size={14} />
    </a>
  )
}
