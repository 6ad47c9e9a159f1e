import type { Token } from '@latchkey/protocol/api'
import { useLanguage } from '../../language/LanguageContext.ts'
import { explorerUrl } from '../../site/explorer.ts'
import { useSite } from '../../site/SiteContext.ts'
import { tokenOf } from '../../site/siteConfig.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FullAddress } from '../../ui/FullAddress.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './ContractAddress.module.css'

/** The token's whole contract address from the configuration, and whether the server's address is the same. */
export function ContractAddress({ token }: { token: Token | undefined }) {
  const { text } = useLanguage()
  const site = useSite()
  const { chainId, address } = tokenOf(site)
  const network = site.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const explorer = network?.blockExplorers?.default
  const same = token ? token.address.toLowerCase() === site.token.toLowerCase() : undefined
  return (
    <section className={styles.contract} aria-label={text.contract.label}>
      <header>
        <h2>{text.contract.label}</h2>
        <CopyButton value={address} what={text.contract.copy} labelled />
      </header>
      <FullAddress address={address} />
      <p className={styles.facts}>
        <span>{network?.name}</span>
        {token && <span>{text.contract.decimals(token.decimals)}</span>}
        {explorer && (
          <a href={explorerUrl({ explorer, path: `token/${address}` })} target="_blank" rel="noreferrer">
            {text.asset.explorer(explorer.name)}
            <Icon name="external" size={13} />
          </a>
        )}
      </p>
      {same === false ? (
        <p className={styles.mismatch} role="alert">
          <Icon name="warning" size={16} />
          {text.contract.mismatch}
        </p>
      ) : (
        <p className={styles.verified}>
          <Icon name="approve" size={16} />
          {text.contract.verified}
        </p>
      )}
    </section>
  )
}
